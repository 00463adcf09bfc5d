import { readFile } from 'node:fs/promises'
import type { AstroIntegration } from 'astro'
import { type Locale, locales } from '#contract/platform/locale.ts'
import type { Strings } from '#lib/i18n/strings.ts'
import { readAllTexts } from './text-files.ts'

const [source, ...others] = locales
/** Plural forms count as one key, because languages differ in them. */
function listKeys(tree: Strings, prefix = ''): string[] {
  return Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string'
      ? [`${prefix}${key}`.replace(/_(zero|one|two|few|many|other)$/, '')]
      : listKeys(value, `${prefix}${key}.`),
  )
}

async function readKeys(root: URL, locale: Locale): Promise<Set<string>> {
  const texts = await readAllTexts(root, locale)
  texts.set('messages', JSON.parse(await readFile(new URL(`contract/messages/${locale}.json`, root), 'utf8')))
  return new Set([...texts].flatMap(([name, tree]) => listKeys(tree).map((key) => `${name}:${key}`)))
}

export async function findMissingKeys(root: URL): Promise<string[]> {
  const expected = await readKeys(root, source)
  const problems: string[] = []
  for (const locale of others) {
    const keys = await readKeys(root, locale)
    for (const key of expected) if (!keys.has(key)) problems.push(`${locale} lacks ${key}`)
    for (const key of keys)
      if (!expected.has(key)) problems.push(`${source} lacks ${key}, which ${locale} has`)
  }
  return problems
}

export function localeCheck(): AstroIntegration {
  return {
    name: 'locale-check',
    hooks: {
      'astro:config:setup': async ({ config }) => {
        const problems = await findMissingKeys(config.root)
        if (problems.length > 0) throw new Error(`Texts are missing:\n${problems.join('\n')}`)
      },
    },
  }
}
