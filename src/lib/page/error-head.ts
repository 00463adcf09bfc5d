import { isLocale, type Locale } from '#contract/locale.ts'
import { parseLanguageCookie } from '#lib/i18n/language.ts'
import { readCachedSite } from '#lib/site/cache.ts'
import { setPageTitle } from '#lib/site/page-title.ts'

function detectLanguage(): Locale {
  const [, prefix] = location.pathname.split('/')
  return (
    parseLanguageCookie(document.cookie) ??
    (isLocale(prefix) ? prefix : readCachedSite()?.is_playist ? 'en' : 'ko')
  )
}

// For pages that contain all languages: selects one before the first paint.
const root = document.documentElement

function showLanguage(): void {
  root.lang = detectLanguage()
  const title = document.querySelector<HTMLElement>(`h1 [lang="${root.lang}"]`)?.dataset.title
  if (title) setPageTitle(title, readCachedSite())
}

showLanguage()
addEventListener('DOMContentLoaded', () => {
  showLanguage()
  for (const place of document.querySelectorAll('[data-address]')) place.textContent = location.pathname
})
// On the first visit, the site's language is known only now.
addEventListener('site', showLanguage)
