import { isLocale, type Locale } from '#contract/locale.ts'
import { keptSite } from './kept-site.ts'
import { keptLanguage } from './language.ts'
import { paintTitle } from './paint.ts'

/** The language that was chosen, else the one of the path, else the site's. */
function languageHere(): Locale {
  const [, prefix] = location.pathname.split('/')
  return keptLanguage(document.cookie) ?? (isLocale(prefix) ? prefix : keptSite()?.is_playist ? 'en' : 'ko')
}

// In the head of pages that speak all languages, before paint, so that no other language shows.
const root = document.documentElement
root.lang = languageHere()
addEventListener('DOMContentLoaded', () => {
  const title = document.querySelector<HTMLElement>(`h1 [lang="${root.lang}"]`)?.dataset.title
  if (title) paintTitle(title, keptSite())
  for (const place of document.querySelectorAll('[data-address]')) place.textContent = location.pathname
})
