import { readdir, readFile } from 'node:fs/promises'
import type { AstroIntegration } from 'astro'
import { locales } from '#contract/locale.ts'

const [source, ...others] = locales
const localePaths = ['src/locales/{locale}/', 'contract/messages/{locale}.json']

type TextTree = { [key: string]: string | TextTree }

/** Plural forms count as one key, because languages differ in them. */
function listKeys(tree: TextTree, prefix = ''): string[] {
  return Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string'
      ? [`${prefix}${key}`.replace(/_(zero|one|two|few|many|other)$/, '')]
      : listKeys(value, `${prefix}${key}.`),
  )
}

async function readKeys(root: URL, locale: string): Promise<Set<string>> {
  const keys = new Set<string>()
  const add = async (url: URL, name: string) => {
    const tree: TextTree = JSON.parse(await readFile(url, 'utf8'))
    for (const key of listKeys(tree)) keys.add(`${name}:${key}`)
  }
  for (const place of localePaths) {
    const url = new URL(place.replace('{locale}', locale), root)
    if (!place.endsWith('/')) await add(url, 'messages')
    else for (const file of await readdir(url)) await add(new URL(file, url), file.replace('.json', ''))
  }
  return keys
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
