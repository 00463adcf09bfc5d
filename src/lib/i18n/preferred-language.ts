import type { Locale } from '#contract/locale.ts'
import type { SiteMetadata } from '#contract/site.ts'
import { parseLanguageCookie } from './language.ts'

const isCrawler = (agent: string) => /bot|crawl|spider|slurp|lighthouse/i.test(agent)

/**
 * The language that a page should rather be in, undefined when it is right as it is: the person's choice, else English
 * for an unprefixed (Korean) page of a playlist site. Crawlers read what they asked for.
 */
export function findPreferredLanguage(locale: Locale, site: SiteMetadata | null): Locale | undefined {
  const chosen = parseLanguageCookie(document.cookie)
  if (chosen) return chosen === locale ? undefined : chosen
  return site?.is_playist && locale === 'ko' && !isCrawler(navigator.userAgent) ? 'en' : undefined
}
