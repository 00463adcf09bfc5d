import { loadStringsFrom } from './load-strings.ts'
import type { Strings } from './strings.ts'

const files = import.meta.glob<Strings>('../../locales/*/{channels,channel-dialogs}.json', {
  import: 'default',
})

/** Loads what only the view of channels says. */
export const loadChannelStrings = (namespace: 'channels' | 'channel-dialogs') =>
  loadStringsFrom(files, namespace)
