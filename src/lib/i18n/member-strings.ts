import { loadStringsFrom } from './load-strings.ts'
import type { Strings } from './strings.ts'

const files = import.meta.glob<Strings>('../../locales/*/{members,member-dialogs}.json', {
  import: 'default',
})

/** Loads what only the view of members says. */
export const loadMemberStrings = (namespace: 'members' | 'member-dialogs') =>
  loadStringsFrom(files, namespace)
