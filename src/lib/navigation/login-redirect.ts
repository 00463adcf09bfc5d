import { publicPaths } from 'virtual:screens'
import { toPagePath } from '#contract/platform/page-path.ts'
import { findShell, linkPath, shellPaths } from '#contract/portal/hosting.ts'
import { localizePath, stripLocale } from '#lib/i18n/language.ts'

export const signInPaths = [
  '/login',
  '/join',
  '/external/auth',
  '/external/provider',
  '/forgot-password',
  '/email-link',
  '/setup',
]

/** Such a page sends no session, also for somebody who is signed in. */
export const ignoresSession = (path: string): boolean => path === linkPath

/** A shell serves only the ids below it: its other pages may need an account. */
function isWithin(path: string, pattern: string): boolean {
  if (!pattern.endsWith('/*') || path === pattern) return path === pattern
  const page = pattern.slice(0, -2)
  return shellPaths.includes(page) ? findShell(path) === page : path.startsWith(`${page}/`)
}

/** Only guides navigation; the API protects the data. */
export const requiresAccount = (path: string): boolean =>
  !ignoresSession(path) && !['/', ...signInPaths, ...publicPaths].some((pattern) => isWithin(path, pattern))

/** Only accepts paths on this site: an open redirect would help phishing. */
export function parseReturnPath(search: string): string | undefined {
  const requested = new URLSearchParams(search).get('fromUrl')
  if (!requested?.startsWith('/')) return undefined
  const placeholderOrigin = 'http://here.invalid'
  if (!URL.canParse(requested, placeholderOrigin)) return undefined
  const url = new URL(requested, placeholderOrigin)
  const path = url.pathname + url.search + url.hash
  // A normalized path such as /.//x begins with the name of another host.
  const isSameOrigin =
    url.origin === placeholderOrigin && new URL(path, placeholderOrigin).origin === placeholderOrigin
  return isSameOrigin && !signInPaths.includes(stripLocale(url.pathname)) ? path : undefined
}

export function buildLoginPath(
  { pathname, search, hash }: Pick<Location, 'pathname' | 'search' | 'hash'>,
  locale: Parameters<typeof localizePath>[1],
): string {
  const from = new URLSearchParams({ fromUrl: toPagePath(pathname) + search + hash })
  return `${localizePath('/login', locale)}?${from}`
}
