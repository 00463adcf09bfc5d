import type { Metadata } from '#contract/site.ts'
import { host, siteKey } from './host.ts'
import { forget, keep, readKept } from './storage.ts'

/** The metadata of the last visit to this host; broken JSON counts as none. */
export function keptSite(): Metadata | null {
  try {
    const site: Metadata | null = JSON.parse(readKept(siteKey(host)) ?? 'null')
    return site?.name ? site : null
  } catch {
    return null
  }
}

export function keepSite(site: Metadata): void {
  keep(siteKey(host), JSON.stringify(site))
}

export function forgetSite(): void {
  forget(siteKey(host))
}
