import { type Locale, locales } from '#contract/locale.ts'
import type { Translated } from './queries.ts'

/** The languages to look for: the caller's, the site's, then any. */
export const wantedLocales = (asked: Locale | undefined, playlist: boolean): Locale[] => [
  ...(asked ? [asked] : []),
  playlist ? 'en' : 'ko',
  ...locales,
]

/** A text in the first of the languages that it has. */
export const textIn = (text: Translated, wanted: readonly Locale[]): string =>
  wanted.map((locale) => text[locale]?.trim()).find(Boolean) ?? ''

/** The paragraphs of a plain text, which blank lines part. */
export const paragraphsOf = (text: string): string[] =>
  text
    .split(/\r?\n[^\S\n]*\r?\n/)
    .map((paragraph) => paragraph.trim())
    .filter(Boolean)
