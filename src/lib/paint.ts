import { type DesignId, laptopFrom } from '#contract/design.ts'
import type { Metadata } from '#contract/site.ts'
import { black, legible, mix, parseColor, type Rgb, textOn, toHex, white } from './color.ts'
import { designFrom, openedWith } from './host.ts'

/** As in tokens.css. */
const darkCard: Rgb = [0.106, 0.11, 0.133]
const darkTintShare = 0.24
const usual = { primary: '#5b5bd6', dim: '#eeeefb' }

/** The colours that a site's two make, by name of their custom property. Text in them has the contrast of WCAG AA. */
export function brandColors(primary: Rgb, dim: Rgb): Record<string, string> {
  const darkTint = mix(darkCard, primary, darkTintShare)
  return {
    '--primary': toHex(primary),
    '--primary-dim': toHex(dim),
    '--on-primary': toHex(textOn(primary)),
    '--primary-ink-light': toHex(legible(primary, [white, dim], black)),
    '--primary-ink-dark': toHex(legible(primary, [darkCard, darkTint], white)),
  }
}

function paintColors(site: Metadata | null): void {
  const params = new URLSearchParams(openedWith)
  const [p, pd] = [parseColor(params.get('p')), parseColor(params.get('pd'))]
  if (!site && !p && !pd) return
  const primary = p ?? parseColor(site?.color_primary ?? usual.primary) ?? black
  const dim = pd ?? (p ? mix(white, p, 0.1) : parseColor(site?.color_primary_dim ?? usual.dim)) ?? white
  for (const [name, value] of Object.entries(brandColors(primary, dim))) {
    document.documentElement.style.setProperty(name, value)
  }
}

/** Marks the page as wide from the width at which the design's laptop layout begins. */
export function paintWidth(): void {
  const root = document.documentElement
  // Only `paint` sets it: in the page's head or, later, among its modules.
  const design = (root.dataset.design ?? '') as DesignId
  root.toggleAttribute('data-wide', matchMedia(`(min-width: ${laptopFrom[design]}px)`).matches)
}

const quoted = (url: string) => `url("${url.replace(/["\\\n]/g, encodeURIComponent)}")`

/** The site's picture, else its initial on its colour. */
function favicon(site: Metadata): string {
  if (site.logo_favicon) return site.logo_favicon
  const colors = getComputedStyle(document.documentElement)
  const [ground, ink] = [colors.getPropertyValue('--primary'), colors.getPropertyValue('--on-primary')]
  const initial = ([...site.name][0] ?? '').replace(/[<&]/g, '').toUpperCase()
  const text = `<text x="16" y="23" text-anchor="middle" style="font:700 20px sans-serif" fill="${ink}">${initial}</text>`
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="9" fill="${ground}"/>${text}</svg>`
  return `data:image/svg+xml,${encodeURIComponent(svg)}`
}

/** Sets the page's title, with the site's name behind it. */
export function paintTitle(title: string, site: Metadata | null): void {
  document.documentElement.dataset.title = title
  document.title = site ? `${title} · ${site.name}` : title
}

/** Writes the site's name wherever the page has a place for it. */
export function paintNames(site: Metadata): void {
  for (const place of document.querySelectorAll('[data-site-name]')) {
    if (place.textContent !== site.name) place.textContent = site.name
  }
}

/** Gives the page the site's look; without one only what the address asks for. */
export function paint(site: Metadata | null): void {
  const root = document.documentElement
  paintColors(site)
  root.dataset.design = designFrom(openedWith) ?? site?.design_id ?? ''
  paintWidth()
  if (!site) return
  root.style.setProperty('--logo', site.logo_favicon && quoted(site.logo_favicon))
  root.toggleAttribute('data-logo', Boolean(site.logo_favicon))
  document.querySelector('link[rel="icon"]')?.setAttribute('href', favicon(site))
  paintTitle(root.dataset.title ?? document.title, site)
  paintNames(site)
}
