import type { SiteMetadata } from '#contract/site.ts'
import { host, siteKey } from './host.ts'
import { readLocal, removeLocal, writeLocal } from './storage.ts'

export function readCachedSite(): SiteMetadata | null {
  try {
    const site: SiteMetadata | null = JSON.parse(readLocal(siteKey(host)) ?? 'null')
    return site?.name ? site : null
  } catch {
    return null
  }
}

export const isSiteCached = (site: SiteMetadata): boolean => readLocal(siteKey(host)) === JSON.stringify(site)

/** Also dispatches `site` on the window. */
export function cacheSite(site: SiteMetadata): void {
  writeLocal(siteKey(host), JSON.stringify(site))
  dispatchEvent(new Event('site'))
}

export function clearCachedSite(): void {
  removeLocal(siteKey(host))
}
