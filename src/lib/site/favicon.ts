import { parseColor, pickTextColor, toHex, white } from '#contract/platform/color.ts'
import type { SiteMetadata } from '#contract/portal/site.ts'

/** Uses the site's own favicon, otherwise its initial in its color. */
export function createFavicon(site: SiteMetadata): string {
  if (site.logo_favicon) return site.logo_favicon
  const ground = parseColor(site.color_primary) ?? white
  const initial = ([...site.name][0] ?? '').replace(/[<&]/g, '').toUpperCase()
  const text = `<text x="16" y="23" text-anchor="middle" style="font:700 20px sans-serif" fill="${toHex(pickTextColor(ground))}">${initial}</text>`
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="9" fill="${toHex(ground)}"/>${text}</svg>`
  return `data:image/svg+xml,${encodeURIComponent(svg)}`
}
