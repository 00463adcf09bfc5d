import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Locale } from '#contract/platform/locale.ts'
import type { TextKey, Translate } from '#lib/texts/catalog.ts'
import { findTranslation, type Namespaces, type Strings, type TextParams } from '#lib/texts/translate.ts'

// The server's texts are those of the site: one catalog per room and language.

const folder = new URL('../../src/locales/', import.meta.url)

const namespacesByLocale = new Map<Locale, Namespaces>()

function readNamespaces(locale: Locale): Namespaces {
  const cwd = fileURLToPath(new URL(`${locale}/`, folder))
  const files = globSync('*/*.json', { cwd })
  return Object.fromEntries(
    files.map((file): [string, Strings] => [
      basename(file, '.json'),
      JSON.parse(readFileSync(`${cwd}${file}`, 'utf8')),
    ]),
  )
}

function getNamespaces(locale: Locale): Namespaces {
  const known = namespacesByLocale.get(locale)
  if (known) return known
  const namespaces = readNamespaces(locale)
  namespacesByLocale.set(locale, namespaces)
  return namespaces
}

/** The text with its placeholders, if the language has one. */
export const findText = (key: string, locale: Locale): string | undefined =>
  findTranslation(getNamespaces(locale), locale, key)

/** Translates a key such as `settlement:states.paid`; the types know that there is a text. */
export const translate = (key: TextKey, locale: Locale, params?: TextParams): string =>
  findTranslation(getNamespaces(locale), locale, key, params) ?? key

export const createTranslator =
  (locale: Locale): Translate =>
  (key, params) =>
    translate(key, locale, params)

/** "A, B, C": names side by side. */
export const joinNames = (names: readonly string[], locale: Locale): string =>
  names.join(translate('common:phrase.names', locale))

/** "Month: March, amount: ₩1,200": facts side by side. */
export const joinFacts = (facts: readonly string[], locale: Locale): string =>
  facts.join(translate('common:phrase.facts', locale))
