import * as z from 'zod/mini'
import { getSiteLocale, type Locale, locales } from '#contract/platform/locale.ts'

export const LocalizedText = z.record(z.string(), z.string())
export type LocalizedText = Readonly<z.infer<typeof LocalizedText>>

/** Most people who read the language live in this time zone: times in mails and documents name it. */
export const localeTimeZones: Readonly<Record<Locale, string>> = {
  ko: 'Asia/Seoul',
  en: 'UTC',
  'zh-CN': 'Asia/Shanghai',
  'zh-TW': 'Asia/Taipei',
}

/** Fallback order: the caller's, the site's, then any. */
export const getPreferredLocales = (requestedLocale: Locale | undefined, isPlaylist: boolean): Locale[] => [
  ...(requestedLocale ? [requestedLocale] : []),
  getSiteLocale(isPlaylist),
  ...locales,
]

/** The first one with a text. */
export const findTextLocale = (text: LocalizedText, preferredLocales: readonly Locale[]) =>
  preferredLocales.find((locale) => text[locale]?.trim())

export const localizeText = (text: LocalizedText, preferredLocales: readonly Locale[]): string =>
  text[findTextLocale(text, preferredLocales) ?? '']?.trim() ?? ''
