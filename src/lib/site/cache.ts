import type { SiteMetadata } from '#contract/portal/site.ts'
import { forgetHost, host, siteKey } from './host.ts'
import { readLocal, removeLocal, writeLocal } from './storage.ts'

export function readCachedSite(): SiteMetadata | null {
  try {
    const site: SiteMetadata | null = JSON.parse(readLocal(siteKey(host)) ?? 'null')
    return site?.name ? site : null
  } catch {
    return null
  }
}

/** Reads the site that `fillPage` wrote into the page, as the server knows it from the address. */
const readServedSite = () => document.getElementById('site')?.textContent ?? ''

/** True if the page came with its site, so that nobody has to request it. */
export const isSiteServed = (): boolean =>
  readServedSite() !== '' && readServedSite() === readLocal(siteKey(host))

export function adoptServedSite(): void {
  const text = readServedSite()
  if (text && JSON.parse(text).domain === host) writeLocal(siteKey(host), text)
}

export const isSiteCached = (site: SiteMetadata): boolean => readLocal(siteKey(host)) === JSON.stringify(site)

/** Also dispatches `site` on the window. */
export function cacheSite(site: SiteMetadata): void {
  writeLocal(siteKey(host), JSON.stringify(site))
  dispatchEvent(new Event('site'))
}

/** Forgets a host without a site, so that the next page uses the host of the address. */
export function forgetSite(): void {
  removeLocal(siteKey(host))
  forgetHost()
}
