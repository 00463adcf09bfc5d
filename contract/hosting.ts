import { locales } from './locale.ts'

// How the built site is to be served, said once: the embedded server does it, and the build writes it down for static
// hosts (`_headers`, `_redirects`).

/** Stands in the built files for the origin at which a site is served or published. */
export const originPlaceholder = 'https://site.invalid'

/** Sent with every page. What scripts and styles a page may run stands in the page itself, since it differs by page. */
export const securityHeaders = {
  'Content-Security-Policy': "frame-ancestors 'none'; base-uri 'none'; object-src 'none'",
  'X-Frame-Options': 'DENY',
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
} as const

/** Only where it is certain that the site is reached by HTTPS. */
export const strictTransportSecurity = 'max-age=31536000'

/** What has its content in its name is kept for a year, what tells the build never, all else is asked for again. */
export function getCacheControl(path: string): string {
  if (path.startsWith('/_astro/')) return 'public, max-age=31536000, immutable'
  return path === '/version.json' ? 'no-store' : 'no-cache'
}

/** Addresses that lead elsewhere, without the language: what people type, and what has moved. */
export const redirects: Readonly<Record<string, string>> = {
  '/home': '/',
  '/signin': '/login',
  '/signup': '/join',
  '/guide': '/guides',
  '/guides/auth': '/guides/auths',
  '/guides/pc-auth': '/guides/auths/pc-auth',
  '/guides/mobile-auth': '/guides/auths/mobile-auth',
  '/music': '/musics',
  '/notice': '/notices',
}

/** Pages that stand for every address below them. */
export const shellPaths: readonly string[] = ['/notices']

const prefixes = locales.map((locale) => (locale === 'ko' ? '' : `/${locale}`))

interface LocalizedPath {
  /** With a leading slash, '' for Korean. */
  readonly prefix: string
  readonly plain: string
}

function splitLocale(path: string): LocalizedPath {
  const prefix = prefixes.find((candidate) => candidate && `${path}/`.startsWith(`${candidate}/`)) ?? ''
  return { prefix, plain: path.slice(prefix.length) || '/' }
}

/** Where an address leads by the table, in its language; undefined when it is not in it. */
export function findRedirect(path: string): string | undefined {
  const { prefix, plain } = splitLocale(path)
  const target = Object.hasOwn(redirects, plain) ? redirects[plain] : undefined
  return target && (`${prefix}${target}`.replace(/(.)\/$/, '$1') || '/')
}

/** The page that stands for an address: `/en/notices/12` is `/en/notices`. */
export function findShell(path: string): string | undefined {
  const { prefix, plain } = splitLocale(path)
  const shell = shellPaths.find(
    (candidate) => /^\/[\w-]+$/.test(plain.slice(candidate.length)) && plain.startsWith(candidate),
  )
  return shell && prefix + shell
}

/** The same for hosts that read a file of rules: source, target, status. */
export const getHostingRules = (): (readonly [from: string, to: string, status: 200 | 301])[] =>
  prefixes.flatMap((prefix) => [
    ...Object.keys(redirects).map(
      (from) => [prefix + from, findRedirect(prefix + from) ?? '/', 301] as const,
    ),
    ...shellPaths.map((shell) => [`${prefix}${shell}/*`, prefix + shell, 200] as const),
  ])
