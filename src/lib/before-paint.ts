import { isLocale, type Locale } from '#contract/locale.ts'
import type { Metadata } from '#contract/site.ts'
import { searchWithoutFlags } from './flags.ts'
import { host } from './host.ts'
import { keptSite } from './kept-site.ts'
import { localePath, plainPath } from './language.ts'
import { paint, paintNames, paintWidth } from './paint.ts'
import { preferredLanguage } from './preferred-language.ts'
import { readKept } from './storage.ts'

/** A page that has no language of its own (it stands for many addresses) says so. */
function pageLocale(): Locale | undefined {
  const { lang, dataset } = document.documentElement
  return dataset.anyLanguage === undefined && isLocale(lang) ? lang : undefined
}

/** Moves to the same address in the language that it should rather be read in. */
export function moveToPreferred(site: Metadata | null): boolean {
  const locale = pageLocale()
  const language = locale && preferredLanguage(locale, site)
  // Of the address, not of the page: a shell stands for many.
  const path = plainPath(location.pathname)
  if (language) location.replace(localePath(path, language) + location.search + location.hash)
  return language !== undefined
}

/** Shows what is for managers, accounts or visitors, by what is kept under `managerKey` and `tokenKey`. */
export function showSignIn(): void {
  for (const what of ['manager', 'token']) {
    const kept = readKept(`${what}:${host}`)
    document.documentElement.toggleAttribute(`data-${what}`, Boolean(kept))
  }
}

/**
 * Puts the address right and gives the page the look of the last visit, before anything is painted.
 * @returns whether the page stays
 */
export function beforePaint(): boolean {
  const site = keptSite()
  const stays = !moveToPreferred(site)
  const search = searchWithoutFlags(location.search)
  if (search !== undefined) history.replaceState(null, '', location.pathname + search + location.hash)
  showSignIn()
  paint(site)
  addEventListener('resize', paintWidth)
  if (site) paintNamesAsTheyCome(site)
  return stays
}

function paintNamesAsTheyCome(site: Metadata): void {
  const observer = new MutationObserver(() => paintNames(site))
  observer.observe(document.documentElement, { childList: true, subtree: true })
  addEventListener('DOMContentLoaded', () => {
    // A page that came in one piece has not been observed yet.
    paintNames(site)
    observer.disconnect()
  })
}
