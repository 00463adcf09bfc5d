import { addStrings, hasStrings, locale, type Strings } from './strings.ts'

// Only what views load on demand: each file is a name in a script that every page of the console has.
const files = import.meta.glob<Strings>(
  '../locales/*/{reports,channel-report,video-report,video-detail,notices,language}.json',
  { import: 'default' },
)

/** Loads the texts of a namespace in the page's language, unless the page has them. */
export async function loadStrings(namespace: string): Promise<void> {
  if (hasStrings(namespace)) return
  const load = files[`../locales/${locale()}/${namespace}.json`]
  if (!load) throw new Error(`No texts ${namespace} in ${locale()}`)
  addStrings(namespace, await load())
}
