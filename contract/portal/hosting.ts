import { type Locale, locales } from '#contract/platform/locale.ts'

// Hosting rules for the embedded server and, as `_headers` and `_redirects`, for static hosts.

/** Placeholder in built files for the public origin. */
export const originPlaceholder = 'https://site.invalid'

/** Holds the templates of share pictures; has no slash before it and is never served. */
export const templatesFolder = '_share'

/** `share/ko/home.png` is drawn from `_share/ko/home.svg`. */
export const getTemplateFile = (picture: string): string =>
  picture.replace(/^share\//, `${templatesFolder}/`).replace(/\.png$/, '.svg')

/** Apply to every page. Script and style policies differ by page, so they are in the HTML. */
export const securityHeaders = {
  'Content-Security-Policy': "frame-ancestors 'none'; base-uri 'none'; object-src 'none'",
  'X-Frame-Options': 'DENY',
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
} as const

const prefixes = locales.map((locale) => (locale === 'ko' ? '' : `/${locale}`))

/** Anybody with the address of such a page sees its content without a session: the fragment is the key. */
export const linkPath = '/shared'
export const linkPaths: readonly string[] = prefixes.map((prefix) => prefix + linkPath)

/** Replace those of every page: a link is passed on by people, not by referrers and search engines. */
export const linkHeaders = { 'Referrer-Policy': 'no-referrer', 'X-Robots-Tag': 'noindex' } as const

export const getPageHeaders = (path: string): Readonly<Record<string, string>> =>
  linkPaths.includes(path) ? { ...securityHeaders, ...linkHeaders } : securityHeaders

/** Send it only if the site and its subdomains are certain to use HTTPS. */
export const strictTransportSecurity = 'max-age=31536000; includeSubDomains'

/** Immutable for content-hashed files, never for the build version, otherwise revalidated. */
export function getCacheControl(path: string): string {
  if (path.startsWith('/_astro/')) return 'public, max-age=31536000, immutable'
  return path === '/version.json' ? 'no-store' : 'no-cache'
}

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

const number = /^[1-9]\d{0,9}$/

/** Pages that serve the paths below them, with the ids of these. */
const shells: Readonly<Record<string, RegExp>> = {
  '/months': /^\d{4}-(0[1-9]|1[0-2])$/,
  '/musics': number,
  '/notices': number,
  '/report-channel': /^UC[\w-]{22}$/,
  '/report-video': /^[\w-]{11}$/,
  '/statements': number,
}
export const shellPaths: readonly string[] = Object.keys(shells)

interface LocalizedPath {
  /** Has a leading slash; '' for Korean. */
  readonly prefix: string
  readonly plain: string
}

function splitLocale(path: string): LocalizedPath {
  const prefix = prefixes.find((candidate) => candidate && `${path}/`.startsWith(`${candidate}/`)) ?? ''
  return { prefix, plain: path.slice(prefix.length) || '/' }
}

/** `/en/nowhere` begins with a language, `/nowhere` does not. */
export function findPathLocale(path: string): Locale | undefined {
  const { prefix } = splitLocale(path)
  return prefix ? locales[prefixes.indexOf(prefix)] : undefined
}

/** Korean addresses have no prefix. Only what an address of a page can contain: the rest must not name another host. */
const koreanPrefix = /^\/ko((?:\/[\w-][\w.-]*)*)\/?$/

/** Keeps the language; undefined without a redirect. */
export function findRedirect(path: string): string | undefined {
  const korean = koreanPrefix.exec(path)?.[1]
  if (korean !== undefined) return findRedirect(korean) ?? (korean || '/')
  const { prefix, plain } = splitLocale(path)
  const target = Object.hasOwn(redirects, plain) ? redirects[plain] : undefined
  return target && (`${prefix}${target}`.replace(/(.)\/$/, '$1') || '/')
}

/** Template of the pages that a site has of its own; nobody sees it as it is. */
export const ownPagePath = '/own-page'
const ownTemplates = prefixes.map((prefix) => prefix + ownPagePath)
export const isOwnPageTemplate = (path: string): boolean => ownTemplates.includes(path)

export interface GuidePlace {
  readonly locale: Locale
  /** Below `/guides`, without a slash at its beginning. */
  readonly slug: string
}

/** `/en/guides/pc-upload`; undefined for the list itself and for all other paths. */
export function findGuidePlace(path: string): GuidePlace | undefined {
  const { prefix, plain } = splitLocale(path)
  const slug = /^\/guides\/(.+)$/.exec(plain)?.[1]
  return slug === undefined ? undefined : { locale: locales[prefixes.indexOf(prefix)] ?? locales[0], slug }
}

/** The shell page of a path: `/en/notices` for `/en/notices/12`. Undefined for an id that cannot be one. */
export function findShell(path: string): string | undefined {
  const { prefix, plain } = splitLocale(path)
  const [, shell = '', id = ''] = /^(\/[\w-]+)\/([^/]+)$/.exec(plain) ?? []
  return shells[shell]?.test(id) ? prefix + shell : undefined
}

type HostingRule = readonly [from: string, to: string, status: 200 | 301]

/** Placeholders instead of a splat, which could begin with a slash and lead to another host. */
const koreanRules: readonly HostingRule[] = ['', '/:page', '/:section/:page', '/:section/:group/:page'].map(
  (path) => [`/ko${path}`, path || '/', 301],
)

/** Some hosts rewrite even addresses of pages, so 404.html serves the items of a list that has pages below it. */
const hasNoPages = (shell: string): boolean => shell !== '/musics'

/** Redirects and rewrites for static hosts: source, target, status. */
export const getHostingRules = (): HostingRule[] => [
  ...prefixes.flatMap((prefix) => [
    ...Object.keys(redirects).map(
      (from): HostingRule => [prefix + from, findRedirect(prefix + from) ?? '/', 301],
    ),
    ...shellPaths
      .filter(hasNoPages)
      .map((shell): HostingRule => [`${prefix}${shell}/*`, prefix + shell, 200]),
  ]),
  ...koreanRules,
]
