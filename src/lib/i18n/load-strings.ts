import type { Locale } from '#contract/platform/locale.ts'
import type { Namespace } from '#lib/texts/catalog.ts'
import type { Strings } from '#lib/texts/translate.ts'
import { addStrings, hasStrings, locale } from './strings.ts'

type LoadFiles = () => Promise<Pick<typeof import('virtual:locale-files'), 'localeFiles'>>

let loadFiles: LoadFiles = () => import('virtual:locale-files')

/** Called by the island of the desk before it renders. */
export function setLocaleFiles(load: LoadFiles): void {
  loadFiles = load
}

export async function loadStrings(namespace: Namespace): Promise<void> {
  if (!hasStrings(namespace)) addStrings(namespace, await loadStringsOf(namespace, locale()))
}

/** In any language, without a place in the page's texts. */
export async function loadStringsOf(namespace: Namespace, language: Locale): Promise<Strings> {
  // The file list is itself lazy: most pages contain all their texts.
  const { localeFiles } = await loadFiles()
  const load = Object.entries(localeFiles).find(
    ([file]) => file.startsWith(`/src/locales/${language}/`) && file.endsWith(`/${namespace}.json`),
  )?.[1]
  if (!load) throw new Error(`No texts ${namespace} in ${language}`)
  return load()
}
