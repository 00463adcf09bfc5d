import type { Locale } from '#contract/locale.ts'
import { countryPlaces } from './country-places.ts'

/** Stands in reports for views whose country is not known. */
export const unknownCountry = 'ZZ'

/** ISO 3166-1 alpha-2 codes of all countries and territories, upper case. */
export const countryCodes: readonly string[] = Object.keys(countryPlaces)

const formats = new Map<string, Intl.DisplayNames>()

function namesIn(locale: Locale, style: 'long' | 'short'): Intl.DisplayNames {
  const key = `${locale} ${style}`
  const known = formats.get(key)
  if (known) return known
  const made = new Intl.DisplayNames(locale, { type: 'region', style })
  formats.set(key, made)
  return made
}

/** English shortens what it says in full as easily (US, UK), and is long only where it explains itself. */
const styleOf = (code: string, locale: Locale) =>
  locale === 'en' && !/SAR |\(/.test(namesIn(locale, 'long').of(code) ?? '') ? 'long' : 'short'

/** A country as people of the language call it; the code itself where it is none. */
export const countryName = (code: string, locale: Locale): string =>
  namesIn(locale, styleOf(code, locale)).of(code) ?? code

/** Two-letter lower-case codes with English names. */
export const countryList = (): Readonly<Record<string, string>> =>
  Object.fromEntries(countryCodes.map((code) => [code.toLowerCase(), countryName(code, 'en')]))
