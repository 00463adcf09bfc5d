import { isLocale, type Locale } from '#contract/locale.ts'

// biome-ignore lint/performance/noBarrelFile: the one name about languages that the server needs, too
export { localizePath } from '#contract/locale.ts'

const cookieName = 'language'
const secureCookieName = `__Host-${cookieName}`
const cookieMaxAge = 365 * 24 * 60 * 60

export const languageNames: Record<Locale, string> = {
  ko: '한국어',
  en: 'English',
  'zh-CN': '简体中文',
  'zh-TW': '繁體中文',
}

/** Removes the language, `.html` and trailing slashes from a path. */
export function stripLocale(path: string): string {
  // Two leading slashes would name another host.
  const clean = path.replace(/\.html$/, '').replace(/(.)\/+$/, '$1')
  const [, first = '', ...rest] = clean.split('/')
  const plain = isLocale(first) ? `/${rest.join('/').replace(/^\/+/, '')}` : clean
  return plain === '/index' ? '/' : plain
}

export function saveLanguage(locale: Locale): void {
  for (const cookie of formatLanguageCookies(locale, location.protocol)) {
    // Some supported browsers lack the Cookie Store API.
    // biome-ignore lint/suspicious/noDocumentCookie: see above
    document.cookie = cookie
  }
}

/** Over HTTPS for this host only, instead of the plain name of older versions and of plain HTTP in development. */
export function formatLanguageCookies(locale: Locale, protocol: string): string[] {
  const format = (name: string, maxAge: number) =>
    `${name}=${locale};max-age=${maxAge};path=/;SameSite=Lax${protocol === 'https:' ? ';Secure' : ''}`
  return protocol === 'https:'
    ? [format(secureCookieName, cookieMaxAge), format(cookieName, 0)]
    : [format(cookieName, cookieMaxAge)]
}

export function parseLanguageCookie(cookies: string): Locale | undefined {
  const read = (name: string) => new RegExp(`(?:^|; *)${name}=([\\w-]+)`).exec(cookies)?.[1]
  const value = read(secureCookieName) ?? read(cookieName)
  return isLocale(value) ? value : undefined
}
