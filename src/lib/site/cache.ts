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

/** The server's word on the site of the page's address, written into it by `fillPage`. */
const readServedSite = () => document.getElementById('site')?.textContent ?? ''

/** Whether the page came with its site, so that nobody has to ask for it. */
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

/** For a host that no site has: the next page is that of the address. */
export function forgetSite(): void {
  removeLocal(siteKey(host))
  forgetHost()
}
