import type { Locale } from '#contract/platform/locale.ts'
import type { SiteMetadata } from '#contract/portal/site.ts'
import { parseLanguageCookie } from './language.ts'

const crawlerPattern = /bot|crawl|spider|slurp|lighthouse/i

/**
 * Returns the saved language, otherwise English for an unprefixed (Korean) page of a playlist site. Undefined if the
 * page already has it, and for crawlers.
 */
export function findPreferredLanguage(locale: Locale, site: SiteMetadata | null): Locale | undefined {
  const chosen = parseLanguageCookie(document.cookie)
  if (chosen) return chosen === locale ? undefined : chosen
  return site?.is_playist && locale === 'ko' && !crawlerPattern.test(navigator.userAgent) ? 'en' : undefined
}
