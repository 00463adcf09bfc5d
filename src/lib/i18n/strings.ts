import { isLocale, type Locale, locales } from '#contract/platform/locale.ts'
import { getFormatter } from '#lib/format/formatters.ts'

/** i18next's JSON format: nested, with `{{name}}` and the plural suffixes `_one` and `_other`. */
export interface Strings {
  readonly [key: string]: string | Strings
}
export type Namespaces = Record<string, Strings>

interface PageStrings {
  readonly locale: Locale
  readonly namespaces: Namespaces
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

function findText(namespace: Strings | undefined, path: readonly string[]): string | undefined {
  let at: string | Strings | undefined = namespace
  for (const part of path) at = typeof at === 'object' ? at[part] : undefined
  return typeof at === 'string' ? at : undefined
}

/** Names of channels and videos come from outside: they must not turn the words around them. */
const directionControls = /[\u202a-\u202e\u2066-\u2069]/g

/**
 * Translates a key such as `reports:title`. `count` selects the plural form. A missing key fails the build; the
 * browser shows the key.
 */
export function t(key: string, params: Readonly<Record<string, string | number>> = {}): string {
  const { locale, namespaces } = getPageStrings()
  const [namespace = '', path = ''] = key.split(':', 2)
  const plural =
    typeof params.count === 'number'
      ? `${path}_${getFormatter(Intl.PluralRules, locale, {}).select(params.count)}`
      : path
  const tree = namespaces[namespace]
  const text = findText(tree, plural.split('.')) ?? findText(tree, path.split('.'))
  if (text === undefined && import.meta.env?.SSR) throw new Error(`No text for ${key} in ${locale}`)
  return (text ?? key).replace(/{{\s*(\w+)\s*}}/g, (whole, name: string) =>
    String(params[name] ?? whole).replace(directionControls, ''),
  )
}
