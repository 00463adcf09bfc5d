import { addStrings, hasStrings, locale, type Strings } from './strings.ts'

const files = import.meta.glob<Strings>('../locales/*/*.json', { import: 'default' })

/** Loads the texts of a namespace in the page's language, unless the page has them. */
export async function loadStrings(namespace: string): Promise<void> {
  if (hasStrings(namespace)) return
  const load = files[`../locales/${locale()}/${namespace}.json`]
  if (!load) throw new Error(`No texts ${namespace} in ${locale()}`)
  addStrings(namespace, await load())
}
