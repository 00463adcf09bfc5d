import type { Locale } from '#contract/locale.ts'
import { countryCoordinates } from './country-coordinates.ts'

/** Stands in reports for views whose country is not known. */
export const unknownCountry = 'ZZ'

/** ISO 3166-1 alpha-2 codes of all countries and territories, upper case. */
export const countryCodes: readonly string[] = Object.keys(countryCoordinates)

const displayNamesCache = new Map<string, Intl.DisplayNames>()

function getDisplayNames(locale: Locale, style: 'long' | 'short'): Intl.DisplayNames {
  const key = `${locale} ${style}`
  const cached = displayNamesCache.get(key)
  if (cached) return cached
  const displayNames = new Intl.DisplayNames(locale, { type: 'region', style })
  displayNamesCache.set(key, displayNames)
  return displayNames
}

/** English shortens what it says in full as easily (US, UK), and is long only where it explains itself. */
const getNameStyle = (code: string, locale: Locale) =>
  locale === 'en' && !/SAR |\(/.test(getDisplayNames(locale, 'long').of(code) ?? '') ? 'long' : 'short'

/** A country as people of the language call it; the code itself where it is none. */
export const getCountryName = (code: string, locale: Locale): string =>
  getDisplayNames(locale, getNameStyle(code, locale)).of(code) ?? code

/** Two-letter lower-case codes with English names. */
export const listCountries = (): Readonly<Record<string, string>> =>
  Object.fromEntries(countryCodes.map((code) => [code.toLowerCase(), getCountryName(code, 'en')]))
