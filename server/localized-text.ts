import * as z from 'zod/mini'
import { type Locale, locales } from '#contract/locale.ts'

export const LocalizedText = z.record(z.string(), z.string())
export type LocalizedText = Readonly<z.infer<typeof LocalizedText>>

export const getSiteLocale = (isPlaylist: boolean): Locale => (isPlaylist ? 'en' : 'ko')

/** Fallback order: the caller's, the site's, then any. */
export const getPreferredLocales = (requestedLocale: Locale | undefined, isPlaylist: boolean): Locale[] => [
  ...(requestedLocale ? [requestedLocale] : []),
  getSiteLocale(isPlaylist),
  ...locales,
]

export const localizeText = (text: LocalizedText, preferredLocales: readonly Locale[]): string =>
  preferredLocales.map((locale) => text[locale]?.trim()).find(Boolean) ?? ''
