import type { Locale } from '#contract/locale.ts'
import { countryCoordinates } from './country-coordinates.ts'

export const unknownCountry = 'ZZ'

/** ISO 3166-1 alpha-2, upper case. */
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

/** Short English names are often abbreviations (US, UK): used only to avoid “SAR” and parentheses in long ones. */
const getNameStyle = (code: string, locale: Locale) =>
  locale === 'en' && !/SAR |\(/.test(getDisplayNames(locale, 'long').of(code) ?? '') ? 'long' : 'short'

export const getCountryName = (code: string, locale: Locale): string =>
  getDisplayNames(locale, getNameStyle(code, locale)).of(code) ?? code

export const listCountries = (): Readonly<Record<string, string>> =>
  Object.fromEntries(countryCodes.map((code) => [code.toLowerCase(), getCountryName(code, 'en')]))
