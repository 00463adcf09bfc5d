import type { Locale } from '#contract/platform/locale.ts'
import { getFormatter } from '#lib/format/formatters.ts'

/** i18next's JSON format: nested, with `{{name}}` and the plural suffixes `_one` and `_other`. */
export interface Strings {
  readonly [key: string]: string | Strings
}

/** Texts by the name of their file. */
export type Namespaces = Readonly<Record<string, Strings>>

/** A `count` selects the plural form. */
export type TextParams = Readonly<Record<string, string | number>>

/** Alternates text and the names of placeholders, starting with text. */
export const splitText = (text: string): string[] => text.split(/{{\s*(\w+)\s*}}/)

/** Names of channels and videos come from outside: they must not turn the words around them. */
const directionControls = /[\u202a-\u202e\u2066-\u2069]/g

/** Leaves a placeholder without a value as it is. */
export const fillText = (text: string, params: TextParams): string =>
  splitText(text)
    .map((part, index) =>
      index % 2 === 0 ? part : String(params[part] ?? `{{${part}}}`).replace(directionControls, ''),
    )
    .join('')

function findText(texts: Strings | undefined, path: string): string | undefined {
  let at: string | Strings | undefined = texts
  for (const part of path.split('.')) at = typeof at === 'object' ? at[part] : undefined
  return typeof at === 'string' ? at : undefined
}

/** Finds the text of a key such as `shell:views.dashboard`, in the plural form that its count asks for. */
export function findTranslation(
  namespaces: Namespaces,
  locale: Locale,
  key: string,
  params: TextParams = {},
): string | undefined {
  const [namespace = '', path = ''] = key.split(':', 2)
  const texts = namespaces[namespace]
  const plural =
    typeof params.count === 'number'
      ? findText(texts, `${path}_${getFormatter(Intl.PluralRules, locale, {}).select(params.count)}`)
      : undefined
  const text = plural ?? findText(texts, path)
  return text === undefined ? undefined : fillText(text, params)
}
