import type { Metadata } from '#contract/site.ts'
import { host, siteKey } from './host.ts'

/** The metadata of the last visit to this host. Was checked when it was kept; broken JSON counts as none. */
export function keptSite(): Metadata | null {
  const text = localStorage.getItem(siteKey(host))
  if (text === null) return null
  try {
    return JSON.parse(text)
  } catch {
    localStorage.removeItem(siteKey(host))
    return null
  }
}

export function keepSite(site: Metadata): void {
  localStorage.setItem(siteKey(host), JSON.stringify(site))
}

export function forgetSite(): void {
  localStorage.removeItem(siteKey(host))
}
