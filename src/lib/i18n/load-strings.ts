import { addStrings, hasStrings, locale, type Strings } from './strings.ts'

type StringFiles = Readonly<Record<string, () => Promise<Strings>>>

/** Loads the texts of a namespace in the page's language, unless the page has them. */
export async function loadStrings(namespace: string): Promise<void> {
  if (hasStrings(namespace)) return
  const { localeFiles } = await import('./locale-files.ts')
  await loadStringsFrom(localeFiles, namespace)
}

/** The same out of other files, by their paths from this folder. */
export async function loadStringsFrom(files: StringFiles, namespace: string): Promise<void> {
  if (hasStrings(namespace)) return
  const load = files[`../../locales/${locale()}/${namespace}.json`]
  if (!load) throw new Error(`No texts ${namespace} in ${locale()}`)
  addStrings(namespace, await load())
}
