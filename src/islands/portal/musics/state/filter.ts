import { listMusics } from '#contract/portal/musics.ts'
import { MusicCategory } from '#contract/reports/tracks.ts'
import { createAddressFilter } from '#lib/navigation/address.ts'

export const tabs = ['home', 'all', 'tags', 'shopping'] as const
export type Tab = (typeof tabs)[number]
export type ListTab = Exclude<Tab, 'home'>

/** Excludes the language. */
export const getTabPath = (tab: Tab) => (tab === 'home' ? '/musics' : `/musics/${tab}`)

export const findTab = (path: string): Tab | undefined => tabs.find((tab) => getTabPath(tab) === path)

export const categories = MusicCategory.options

export const {
  parse: parseFilter,
  toParams,
  defaults: emptyFilter,
} = createAddressFilter(listMusics.query, ['search', 'category', 'mood', 'sort', 'page'], { search: 'q' })

export type MusicsFilter = ReturnType<typeof parseFilter>
