import { type Locale, locales } from '#contract/locale.ts'

/** A text by language; of any that are there, none is a must. */
export type Translated = Readonly<Record<string, string>>

/** The language of who asks for none. */
export const siteLocale = (playlist: boolean): Locale => (playlist ? 'en' : 'ko')

/** The languages to look for: the caller's, the site's, then any. */
export const wantedLocales = (asked: Locale | undefined, playlist: boolean): Locale[] => [
  ...(asked ? [asked] : []),
  siteLocale(playlist),
  ...locales,
]

/** A text in the first of the languages that it has. */
export const textIn = (text: Translated, wanted: readonly Locale[]): string =>
  wanted.map((locale) => text[locale]?.trim()).find(Boolean) ?? ''
