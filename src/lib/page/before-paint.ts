import { isLocale, type Locale } from '#contract/platform/locale.ts'
import type { SiteMetadata } from '#contract/portal/site.ts'
import { localizePath, stripLocale } from '#lib/i18n/language.ts'
import { findPreferredLanguage } from '#lib/i18n/preferred-language.ts'
import { adoptServedSite, cacheSite, readCachedSite } from '#lib/site/cache.ts'
import { host } from '#lib/site/host.ts'
import { fillSiteNames } from '#lib/site/site-names.ts'
import { readLocal, readTab } from '#lib/site/storage.ts'
import { applyTheme, updateWideLayout } from '#lib/site/theme.ts'

/** Such a page contains all languages. */
export const isErrorPage = (): boolean => 'anyLanguage' in document.documentElement.dataset

function readPageLocale(): Locale | undefined {
  const { lang } = document.documentElement
  return !isErrorPage() && isLocale(lang) ? lang : undefined
}

export function redirectToPreferredLanguage(site: SiteMetadata | null): boolean {
  const locale = readPageLocale()
  const language = locale && findPreferredLanguage(locale, site)
  // One shell serves many paths, so only the URL has the path.
  const path = stripLocale(location.pathname)
  if (language) location.replace(localizePath(path, language) + location.search + location.hash)
  return language !== undefined
}

export function showSite(site: SiteMetadata): void {
  cacheSite(site)
  applyTheme(site)
  redirectToPreferredLanguage(site)
}

/** Sets `data-token`, `data-may` and so on from the stored session for CSS: permissions as a list, all others as flags. */
export function updateAudience(): void {
  const { dataset } = document.documentElement
  for (const name of ['token', 'may', 'verify', 'mail', 'alerts', 'collapsed']) {
    const key = `${name}:${host}`
    const value = readLocal(key)
    // A tab can end a flag for itself.
    if (value && !readTab(key)) dataset[name] = name === 'may' ? value : ''
    else delete dataset[name]
  }
}

/**
 * Gives the page the look of its site before the first paint: the server has written it into the page, otherwise the
 * last visit cached it.
 * @returns false when the page redirects to another language
 */
export function initBeforePaint(): boolean {
  adoptServedSite()
  const site = readCachedSite()
  const isStaying = !redirectToPreferredLanguage(site)
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
    // A page that arrived in one chunk has not triggered the observer yet.
    fillSiteNames(site)
    observer.disconnect()
  })
}
