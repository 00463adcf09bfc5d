import { type Locale, locales } from '#contract/locale.ts'

/** A text by language, none of which is required. */
export type LocalizedText = Readonly<Record<string, string>>

/** The default language of a site. */
export const getSiteLocale = (isPlaylist: boolean): Locale => (isPlaylist ? 'en' : 'ko')

/** Fallback order: the requested language, the site's, then any. */
export const getPreferredLocales = (requestedLocale: Locale | undefined, isPlaylist: boolean): Locale[] => [
  ...(requestedLocale ? [requestedLocale] : []),
  getSiteLocale(isPlaylist),
  ...locales,
]

/** Picks the first available language. */
export const localizeText = (text: LocalizedText, preferredLocales: readonly Locale[]): string =>
  preferredLocales.map((locale) => text[locale]?.trim()).find(Boolean) ?? ''
