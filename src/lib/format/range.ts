import type { Locale } from '#contract/platform/locale.ts'

const separators: Readonly<Record<Locale, string>> = { ko: '~', en: ' – ', 'zh-CN': '～', 'zh-TW': '～' }

export const getRangeSeparator = (locale: Locale): string => separators[locale]

const isPlainNumber = (text: string) => /^[\d,]+$/.test(text)

/** ₩1~₩2, ₩1 – ₩2, ₩1～₩2. English has no spaces between plain numbers: 1–40. */
export function formatRange(from: string, to: string, locale: Locale): string {
  const isTight = locale === 'en' && isPlainNumber(from) && isPlainNumber(to)
  return `${from}${isTight ? '–' : getRangeSeparator(locale)}${to}`
}
