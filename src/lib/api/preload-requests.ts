import { headerNames } from '#contract/headers.ts'
import type { Locale } from '#contract/locale.ts'
import { stripLocale } from '#lib/i18n/language.ts'
import { readCachedSite } from '#lib/site/cache.ts'
import { host, tokenKey } from '#lib/site/host.ts'
import { readLocal } from '#lib/site/storage.ts'
import { createAntiTamperHeaders } from './anti-tamper.ts'
import { apiBaseUrl } from './base-url.ts'
import { addInFlight, createCacheKey } from './in-flight.ts'
import { buildSiteHeaders } from './site-headers.ts'

const dashboardPath = 'v2/mcn/reports/dashboard'

/**
 * What a view asks first: paths of the contract with what they take of the view's address, and what the view asks where
 * the address says nothing. A line that does not match the view's own question costs a call and helps nobody:
 * `scripts/bench-browser.mjs` tells of calls made twice.
 */
const preloadsByPath: Readonly<
  Record<string, readonly (readonly [path: string, asked: Record<string, string>])[]>
> = {
  '/dashboard': [
    [dashboardPath, { period: 'month', member: '' }],
    ['v2/mcn/reports/videos', { period: 'month', member: '', sort: 'views', order: 'desc', cursor: '' }],
  ],
  '/report-channel': [
    [dashboardPath, { period: 'month', member: '' }],
    ['v2/mcn/reports/channels/series', { period: 'month', member: '', channels: '' }],
  ],
  '/report-video': [
    [dashboardPath, { period: 'month', member: '', channel: '' }],
    ['v2/mcn/reports/videos/extremes', { period: 'month', member: '', channel: '' }],
  ],
  '/manage-channel': [['v2/mcn/channels', { search: '', state: '', member: '' }]],
}

/** A list in the address has gaps where something is no longer chosen; views do not ask for those. */
const removeEmptyItems = (value: string) => value.split(',').filter(Boolean).join(',')

/** The paths of the calls that an address begins with, below the base. */
export function getPreloadPaths(path: string, search: string): string[] {
  const params = new URLSearchParams(search)
  return (preloadsByPath[path] ?? []).map(([call, defaults]) => {
    const query = Object.entries(defaults)
      .map(
        ([name, defaultValue]) =>
          [name, removeEmptyItems(params.get(name) ?? '') || defaultValue] as [string, string],
      )
      .filter(([, value]) => value !== '')
    return `/${call}?${new URLSearchParams(query)}`
  })
}

/** Signs and sends a call as `call()` would, for it to take over the reply. */
async function sendRequest(
  path: string,
  token: string,
  contextHeaders: Record<string, string>,
): Promise<Response> {
  const antiTamperHeaders = await createAntiTamperHeaders({ method: 'GET', path, bodyBytes: 0, token }, () =>
    Promise.reject(new TypeError('no hash in the head')),
  )
  return fetch(apiBaseUrl + path, { headers: { ...contextHeaders, ...antiTamperHeaders } })
}

/**
 * Begins what the page will ask anyway while its scripts are on their way: the site, the person, the view's figures.
 * Only for who is signed in, and only where the browser has the hash.
 */
export function preloadRequests(locale: Locale, { pathname, search }: Location): void {
  const token = readLocal(tokenKey(host))
  if (!token || !globalThis.crypto?.subtle) return
  const languageHeaders = { [headerNames.language]: locale }
  const accountHeaders = { ...languageHeaders, ...buildSiteHeaders(readCachedSite(), token) }
  const preload = (path: string, callToken: string, contextHeaders: Record<string, string>) => {
    const reply = sendRequest(path, callToken, contextHeaders)
    // Whoever takes it over deals with its failure.
    reply.catch(() => {})
    addInFlight(createCacheKey(path, contextHeaders), reply)
  }
  preload('/member/me', token, accountHeaders)
  for (const path of getPreloadPaths(stripLocale(pathname), search)) preload(path, token, accountHeaders)
  preload(`/v2/mcn/meta?${new URLSearchParams({ domain: host })}`, '', languageHeaders)
}
