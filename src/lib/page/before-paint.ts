import { isLocale, type Locale } from '#contract/locale.ts'
import type { SiteMetadata } from '#contract/site.ts'
import { localizePath, stripLocale } from '#lib/i18n/language.ts'
import { findPreferredLanguage } from '#lib/i18n/preferred-language.ts'
import { removeDialogFlags } from '#lib/navigation/dialog-flags.ts'
import { readCachedSite } from '#lib/site/cache.ts'
import { host } from '#lib/site/host.ts'
import { readLocal } from '#lib/site/storage.ts'
import { applyTheme, fillSiteNames, updateWideLayout } from '#lib/site/theme.ts'

/** A page that has no language of its own (it stands for many addresses) says so. */
function readPageLocale(): Locale | undefined {
  const { lang, dataset } = document.documentElement
  return dataset.anyLanguage === undefined && isLocale(lang) ? lang : undefined
}

/** Moves to the same address in the language that it should rather be read in. */
export function redirectToPreferredLanguage(site: SiteMetadata | null): boolean {
  const locale = readPageLocale()
  const language = locale && findPreferredLanguage(locale, site)
  // Of the address, not of the page: a shell stands for many.
  const path = stripLocale(location.pathname)
  if (language) location.replace(localizePath(path, language) + location.search + location.hash)
  return language !== undefined
}

/** Shows what is for managers, accounts or visitors, by what is kept under `managerKey` and `tokenKey`. */
export function updateAudience(): void {
  for (const name of ['manager', 'token']) {
    const stored = readLocal(`${name}:${host}`)
    document.documentElement.toggleAttribute(`data-${name}`, Boolean(stored))
  }
}

/**
 * Puts the address right and gives the page the look of the last visit, before anything is painted.
 * @returns whether the page stays
 */
export function initBeforePaint(): boolean {
  const site = readCachedSite()
  const isStaying = !redirectToPreferredLanguage(site)
  const search = removeDialogFlags(location.search)
  if (search !== location.search) history.replaceState(null, '', location.pathname + search + location.hash)
  updateAudience()
  applyTheme(site)
  addEventListener('resize', updateWideLayout)
  if (site) observeSiteNames(site)
  return isStaying
}

function observeSiteNames(site: SiteMetadata): void {
  const observer = new MutationObserver(() => fillSiteNames(site))
  observer.observe(document.documentElement, { childList: true, subtree: true })
  addEventListener('DOMContentLoaded', () => {
    // A page that came in one piece has not been observed yet.
    fillSiteNames(site)
    observer.disconnect()
  })
}
