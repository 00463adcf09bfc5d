import {
  black,
  ensureContrast,
  mixColors,
  parseColor,
  pickTextColor,
  type Rgb,
  toHex,
  white,
} from '#contract/platform/color.ts'
import { type DesignId, laptopBreakpoints, parseDesign } from '#contract/portal/design.ts'
import type { SiteMetadata } from '#contract/portal/site.ts'
import { preview } from './host.ts'
import { setPageTitle } from './page-title.ts'
import { fillSiteNames } from './site-names.ts'

/** Must match tokens.css and designs.css. */
const darkCard: Rgb = [0.106, 0.11, 0.133]
const darkTintShare = 0.24
const defaultColors = { primary: '#5b5bd6', dim: '#eeeefb' }

/** Custom properties derived from the site's two colors; text meets WCAG AA contrast. */
export function getBrandColors(primary: Rgb, dim: Rgb): Record<string, string> {
  const darkTint = mixColors(darkCard, primary, darkTintShare)
  // The darkest possible ground: that of mcn-2 has 5 % of the brand.
  const ground = mixColors(white, black, 0.05)
  return {
    '--primary': toHex(primary),
    '--primary-dim': toHex(dim),
    '--on-primary': toHex(pickTextColor(primary)),
    '--primary-ink-light': toHex(ensureContrast(primary, [ground, dim], black)),
    '--primary-ink-dark': toHex(ensureContrast(primary, [darkCard, darkTint], white)),
  }
}

function applyColors(site: SiteMetadata | null): void {
  const [p, pd] = [parseColor(preview.p), parseColor(preview.pd)]
  if (!site && !p && !pd) return
  const primary = p ?? parseColor(site?.color_primary ?? defaultColors.primary) ?? black
  const dim =
    pd ?? (p ? mixColors(white, p, 0.1) : parseColor(site?.color_primary_dim ?? defaultColors.dim)) ?? white
  for (const [name, value] of Object.entries(getBrandColors(primary, dim))) {
    document.documentElement.style.setProperty(name, value)
  }
}

export function updateWideLayout(): void {
  const root = document.documentElement
  // Set only by `applyTheme`.
  const design = (root.dataset.design ?? '') as DesignId
  root.toggleAttribute('data-wide', matchMedia(`(min-width: ${laptopBreakpoints[design]}px)`).matches)
}

const formatCssUrl = (url: string) => `url("${url.replace(/["\\\n]/g, encodeURIComponent)}")`

export function applyTheme(site: SiteMetadata | null): void {
  const root = document.documentElement
  applyColors(site)
  root.dataset.design = parseDesign(preview.d) ?? site?.design_id ?? ''
  updateWideLayout()
  if (!site) return
  root.style.setProperty('--logo', site.logo_favicon && formatCssUrl(site.logo_favicon))
  root.toggleAttribute('data-logo', Boolean(site.logo_favicon))
  root.toggleAttribute('data-playlist', site.is_playist)
  setPageTitle(root.dataset.title ?? document.title, site)
  fillSiteNames(site)
}
