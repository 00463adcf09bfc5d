import { isLocale, type Locale, locales } from '#contract/locale.ts'

const [defaultLocale] = locales
const cookieName = 'language'
const cookieMaxAge = 365 * 24 * 60 * 60

export const languageNames: Record<Locale, string> = {
  ko: '한국어',
  en: 'English',
  'zh-CN': '简体中文',
  'zh-TW': '繁體中文',
}

/** A path of the site in a language: `/dashboard` is `/en/dashboard`, `/` is `/en`. */
export function localizePath(path: string, locale: Locale): string {
  if (locale === defaultLocale) return path
  return path === '/' ? `/${locale}` : `/${locale}${path}`
}

/** A path without its language and without `.html` and slash at its end. */
export function stripLocale(path: string): string {
  // Never two slashes in front: that would be another host.
  const clean = path.replace(/\.html$/, '').replace(/(.)\/+$/, '$1')
  const [, first = '', ...rest] = clean.split('/')
  const plain = isLocale(first) ? `/${rest.join('/').replace(/^\/+/, '')}` : clean
  return plain === '/index' ? '/' : plain
}

/** Keeps the person's choice for a year. */
export function saveLanguage(locale: Locale): void {
  // The cookie store API is not in every browser that we serve.
  // biome-ignore lint/suspicious/noDocumentCookie: see above
  document.cookie = `${cookieName}=${locale};max-age=${cookieMaxAge};path=/;SameSite=Lax`
}

export function parseLanguageCookie(cookies: string): Locale | undefined {
  const value = new RegExp(`(?:^|; *)${cookieName}=([\\w-]+)`).exec(cookies)?.[1]
  return isLocale(value) ? value : undefined
}
