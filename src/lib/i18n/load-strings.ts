import { addStrings, hasStrings, locale } from './strings.ts'

export async function loadStrings(namespace: string): Promise<void> {
  if (hasStrings(namespace)) return
  // The file list is itself lazy: most pages contain all their texts.
  const { localeFiles } = await import('virtual:locale-files')
  const load = localeFiles[`/src/locales/${locale()}/${namespace}.json`]
  if (!load) throw new Error(`No texts ${namespace} in ${locale()}`)
  addStrings(namespace, await load())
}
