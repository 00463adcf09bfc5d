import { glob, readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Locale } from '#contract/platform/locale.ts'
import type { Strings } from '#lib/texts/translate.ts'

/** Reads the texts of a language by namespace, which is the name of a file in any room. */
export async function readAllTexts(root: URL, locale: Locale): Promise<Map<string, Strings>> {
  const texts = new Map<string, Strings>()
  for await (const file of glob(`src/locales/${locale}/*/*.json`, { cwd: fileURLToPath(root) }))
    texts.set(basename(file, '.json'), JSON.parse(await readFile(new URL(file, root), 'utf8')))
  return texts
}

export async function readTexts(root: URL, locale: Locale, namespace: string): Promise<Strings> {
  const texts = (await readAllTexts(root, locale)).get(namespace)
  if (!texts) throw new Error(`There are no texts ${namespace} in ${locale}`)
  return texts
}
