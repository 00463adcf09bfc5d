import type { Namespace } from '#lib/texts/catalog.ts'
import { addStrings, hasStrings, locale } from './strings.ts'

export async function loadStrings(namespace: Namespace): Promise<void> {
  if (hasStrings(namespace)) return
  // The file list is itself lazy: most pages contain all their texts.
  const { localeFiles } = await import('virtual:locale-files')
  const load = Object.entries(localeFiles).find(
    ([file]) => file.startsWith(`/src/locales/${locale()}/`) && file.endsWith(`/${namespace}.json`),
  )?.[1]
  if (!load) throw new Error(`No texts ${namespace} in ${locale()}`)
  addStrings(namespace, await load())
}
