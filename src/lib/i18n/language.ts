import { isLocale, type Locale } from '#contract/platform/locale.ts'
import { toPagePath } from '#contract/platform/page-path.ts'

// biome-ignore lint/performance/noBarrelFile: the one name about languages that the server needs, too
export { localizePath } from '#contract/platform/locale.ts'

export const languageNames: Record<Locale, string> = {
  ko: '한국어',
  en: 'English',
  'zh-CN': '简体中文',
  'zh-TW': '繁體中文',
}

/** Removes the language from a path, and what `toPagePath` removes. */
export function stripLocale(path: string): string {
  const clean = toPagePath(path)
  const [, first = '', ...rest] = clean.split('/')
  // Two leading slashes would refer to another host.
  return isLocale(first) ? `/${rest.join('/').replace(/^\/+/, '')}` : clean
}

/** Saves a cookie for this host only over HTTPS; plain HTTP, in development, cannot have such a cookie. */
export function saveLanguage(locale: Locale): void {
  const cookie = `language=${locale};max-age=31536000;path=/;SameSite=Lax`
  // Some supported browsers lack the Cookie Store API.
  // biome-ignore lint/suspicious/noDocumentCookie: see above
  document.cookie = location.protocol === 'https:' ? `__Host-${cookie};Secure` : cookie
}

/** Returns the last cookie: browsers list cookies by age, and older versions set the plain name over HTTPS, too. */
export function parseLanguageCookie(cookies: string): Locale | undefined {
  const value = cookies.match(/.*\blanguage=([^;]+)/)?.[1]
  return isLocale(value) ? value : undefined
}
