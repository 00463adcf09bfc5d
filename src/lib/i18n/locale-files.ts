import type { Strings } from './strings.ts'

/** The texts that views load on demand. Each file is a name: pages that bring all their texts do without the list. */
export const localeFiles = import.meta.glob<Strings>(
  '../../locales/*/{reports,channel-report,video-report,video-detail,notices,musics,language,account,payment}.json',
  { import: 'default' },
)
