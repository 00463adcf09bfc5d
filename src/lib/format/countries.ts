import type { Locale } from '#contract/platform/locale.ts'
import { countryCoordinates } from './country-coordinates.ts'
import { getFormatter } from './formatters.ts'

export const unknownCountry = 'ZZ'

/** ISO 3166-1 alpha-2, upper case. */
export const countryCodes: readonly string[] = Object.keys(countryCoordinates)

const getName = (code: string, locale: Locale, style: 'long' | 'short') =>
  getFormatter(Intl.DisplayNames, locale, { type: 'region', style }).of(code)

/** Short English names are often abbreviations (US, UK), so they only replace “SAR” and parentheses in long ones. */
const getNameStyle = (code: string, locale: Locale) =>
  locale === 'en' && !/SAR |\(/.test(getName(code, locale, 'long') ?? '') ? 'long' : 'short'

export const getCountryName = (code: string, locale: Locale): string =>
  getName(code, locale, getNameStyle(code, locale)) ?? code
