import { readFile } from 'node:fs/promises'
import * as z from 'zod/mini'
import type { Locale } from '#contract/platform/locale.ts'

const Texts = z.record(z.string(), z.unknown())

/** Reads a catalog's texts. @returns a function that finds them by their key, `menu.pay` */
export async function readCatalog(locale: Locale, file: string): Promise<(key: string) => string> {
  const path = new URL(`../../src/locales/${locale}/${file}.json`, import.meta.url)
  const texts = Texts.parse(JSON.parse(await readFile(path, 'utf8')))
  return (key) => {
    const found = key.split('.').reduce<unknown>((at, name) => Texts.safeParse(at).data?.[name], texts)
    if (typeof found !== 'string') throw new Error(`${file} has no ${key}.`)
    return found
  }
}
