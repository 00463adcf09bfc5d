import type { AstroIntegration } from 'astro'
import { type Locale, locales } from '#contract/platform/locale.ts'
import { type Strings, splitText } from '#lib/texts/translate.ts'
import { readAllTexts } from './text-files.ts'

const [source, ...others] = locales

/** Texts by key. Plural forms count as one, because languages differ in them: the last one stands for all. */
function listTexts(tree: Strings, prefix: string): [key: string, text: string][] {
  return Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string'
      ? [[`${prefix}${key}`.replace(/_(one|other)$/, ''), value] as [string, string]]
      : listTexts(value, `${prefix}${key}.`),
  )
}

async function readTexts(root: URL, locale: Locale): Promise<Map<string, string>> {
  const namespaces = await readAllTexts(root, locale)
  return new Map([...namespaces].flatMap(([name, tree]) => listTexts(tree, `${name}:`)))
}

const listPlaceholders = (text: string) =>
  [...new Set(splitText(text).filter((_, index) => index % 2 === 1))].sort().join(', ') || 'none'

/** What the languages do not have in common: keys, and the placeholders of their texts. */
export async function findLocaleProblems(root: URL): Promise<string[]> {
  const expected = await readTexts(root, source)
  const problems: string[] = []
  for (const locale of others) {
    const texts = await readTexts(root, locale)
    for (const [key, text] of expected) {
      const other = texts.get(key)
      if (other === undefined) problems.push(`${locale} lacks ${key}`)
      else if (listPlaceholders(other) !== listPlaceholders(text))
        problems.push(`${key} has other placeholders in ${locale}: ${listPlaceholders(other)}`)
    }
    for (const key of texts.keys())
      if (!expected.has(key)) problems.push(`${source} lacks ${key}, which ${locale} has`)
  }
  return problems
}

export function localeCheck(): AstroIntegration {
  return {
    name: 'locale-check',
    hooks: {
      'astro:config:setup': async ({ config }) => {
        const problems = await findLocaleProblems(config.root)
        if (problems.length > 0) throw new Error(`The texts of the languages differ:\n${problems.join('\n')}`)
      },
    },
  }
}
