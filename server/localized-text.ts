import { type Locale, locales } from '#contract/locale.ts'

/** A text by language; of any that are there, none is a must. */
export type LocalizedText = Readonly<Record<string, string>>

/** The language of who asks for none. */
export const getSiteLocale = (playlist: boolean): Locale => (playlist ? 'en' : 'ko')

/** The languages to look for: the caller's, the site's, then any. */
export const getPreferredLocales = (requestedLocale: Locale | undefined, playlist: boolean): Locale[] => [
  ...(requestedLocale ? [requestedLocale] : []),
  getSiteLocale(playlist),
  ...locales,
]

/** A text in the first of the languages that it has. */
export const localizeText = (text: LocalizedText, preferredLocales: readonly Locale[]): string =>
  preferredLocales.map((locale) => text[locale]?.trim()).find(Boolean) ?? ''
