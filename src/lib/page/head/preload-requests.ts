import { latestDayPath, preloadRequests as screenRequests } from 'virtual:screens'
import type { Locale } from '#contract/platform/locale.ts'
import type { Permission } from '#contract/platform/roles.ts'
import { addPreloadedResponse, createCacheKey } from '#lib/api/cache.ts'
import { buildContextHeaders, sendRequest } from '#lib/api/send-request.ts'
import { stripLocale } from '#lib/i18n/language.ts'
import { readQueryValue } from '#lib/navigation/address-params.ts'
import { matchPath } from '#lib/navigation/match-path.ts'
import { readCachedSite } from '#lib/site/cache.ts'
import { host, mayKey, tokenKey } from '#lib/site/host.ts'
import { readLocal } from '#lib/site/storage.ts'
import { fillLatestDay } from './fill-latest-day.ts'

/** A query key, its default, and the URL parameter that overrides it; `*` is the path's last segment. */
export type QueryParam = readonly [key: string, defaultValue: string | null, paramName?: string]

export type PreloadRequest = readonly [
  path: string,
  query: readonly QueryParam[],
  permission: Permission | '',
]

export function getPreloadPaths(path: string, search: string, permissions: string): string[] {
  const list = permissions.split(' ')
  const [pattern, requests = []] =
    Object.entries(screenRequests).find(([pattern]) => matchPath(pattern, path)) ?? []
  const params: Record<string, string> = {
    ...Object.fromEntries(new URLSearchParams(search)),
    ...(pattern?.endsWith('*') && { '*': path.slice(pattern.length - 1) }),
  }
  return requests
    .filter(([, , permission]) => !permission || list.includes(permission))
    .map(([endpointPath, query]) => {
      const entries = query.flatMap(([key, defaultValue, name]) => {
        const value = (name && readQueryValue(name, params, list.includes('figures.read'))) || defaultValue
        return value === null ? [] : [[key, value]]
      })
      return `/${endpointPath}${entries.length > 0 ? '?' : ''}${new URLSearchParams(entries)}`
    })
}

/** The head includes no fallback hash: pages without `crypto.subtle` preload nothing. */
const loadFallbackHash = () => Promise.reject(new TypeError('The head has no fallback hash.'))

/**
 * Preloads the screen's first requests into the cache while its scripts load, and shows the first figures. Requires a session, and `crypto.subtle`
 * to sign the requests.
 */
export function preloadRequests(locale: Locale, { pathname, search }: Location): void {
  const token = readLocal(tokenKey(host))
  if (!token || !globalThis.crypto?.subtle) return
  const accountHeaders = buildContextHeaders(locale, { site: readCachedSite(), token })
  const preload = (path: string, headers = accountHeaders) =>
    addPreloadedResponse(createCacheKey(path, headers), sendRequest({ path, headers }, loadFallbackHash))
  preload('/member/me')
  for (const path of getPreloadPaths(stripLocale(pathname), search, readLocal(mayKey(host)) ?? '')) {
    const text = preload(path)
    if (path.startsWith(`/${latestDayPath}`)) void fillLatestDay(text, locale)
  }
  preload(`/v2/mcn/meta?${new URLSearchParams({ domain: host })}`, buildContextHeaders(locale, null))
}
