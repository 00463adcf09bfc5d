import { getSiteLocale, isLocale, type Locale } from '#contract/platform/locale.ts'
import { localizePath, parseLanguageCookie, stripLocale } from '#lib/i18n/language.ts'
import { readCachedSite } from '#lib/site/cache.ts'
import { setPageTitle } from '#lib/site/page-title.ts'

const siteTimeoutMs = 1500

/** Prefers the visitor's language to the address's, and that to the site's; undefined until the site is known. */
function detectLanguage(): Locale | undefined {
  const [, prefix] = location.pathname.split('/')
  const site = readCachedSite()
  const ofSite = site ? getSiteLocale(site.is_playist) : undefined
  return parseLanguageCookie(document.cookie) ?? (isLocale(prefix) ? prefix : ofSite)
}

// Selects a language before the first paint, on pages that contain all of them.
const root = document.documentElement

function showLanguage(): void {
  const language = detectLanguage()
  root.toggleAttribute('data-undecided', language === undefined)
  root.lang = language ?? 'ko'
  const title = document.querySelector<HTMLElement>(`h1 [lang="${root.lang}"]`)?.dataset.title
  if (title) setPageTitle(title, readCachedSite())
}

/** The language menu leads to the same address. */
function fillAddress(): void {
  for (const place of document.querySelectorAll('[data-address]')) place.textContent = location.pathname
  for (const link of document.querySelectorAll<HTMLAnchorElement>('a[data-language]')) {
    const { language } = link.dataset
    if (isLocale(language)) link.pathname = localizePath(stripLocale(location.pathname), language)
    if (language === root.lang) link.setAttribute('aria-current', 'true')
    else link.removeAttribute('aria-current')
  }
}

showLanguage()
addEventListener('DOMContentLoaded', () => {
  showLanguage()
  fillAddress()
})
// The first visit learns the site's language only now.
addEventListener('site', () => {
  showLanguage()
  fillAddress()
})
// The page is in Korean if the API does not answer.
setTimeout(() => root.removeAttribute('data-undecided'), siteTimeoutMs)
