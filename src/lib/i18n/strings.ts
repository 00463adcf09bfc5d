import { isLocale, type Locale, locales } from '#contract/platform/locale.ts'
import type { TextKey } from '#lib/texts/catalog.ts'
import { findTranslation, type Namespaces, type Strings, type TextParams } from '#lib/texts/translate.ts'

interface PageStrings {
  readonly locale: Locale
  readonly namespaces: Record<string, Strings>
}

let current: PageStrings | undefined

export function setStrings(locale: Locale, namespaces: Namespaces): void {
  current = { locale, namespaces: { ...namespaces } }
}

function readPageStrings(): PageStrings {
  if (typeof document === 'undefined') return { locale: locales[0], namespaces: {} }
  const { lang } = document.documentElement
  const block = document.getElementById('strings')?.textContent
  return { locale: isLocale(lang) ? lang : locales[0], namespaces: block ? JSON.parse(block) : {} }
}

function getPageStrings(): PageStrings {
  current ??= readPageStrings()
  return current
}

export const locale = (): Locale => getPageStrings().locale

export const hasStrings = (namespace: string): boolean => namespace in getPageStrings().namespaces

export function addStrings(namespace: string, strings: Strings): void {
  getPageStrings().namespaces[namespace] = strings
}

/**
 * Translates a key such as `shell:views.dashboard`. A text that the page does not have fails the build; the browser shows the
 * key.
 */
export function t(key: TextKey, params?: TextParams): string {
  const { locale, namespaces } = getPageStrings()
  const text = findTranslation(namespaces, locale, key, params)
  if (text === undefined && import.meta.env?.SSR) throw new Error(`No text for ${key} in ${locale}`)
  return text ?? key
}
