import { type MusicCategory, type MusicSort, musicSorts } from '#contract/musics.ts'

export const searchLength = 100

/** The four parts of the music screens, in their order. */
export const tabs = ['home', 'all', 'tags', 'shopping'] as const
export type Tab = (typeof tabs)[number]
export type ListTab = Exclude<Tab, 'home'>

/** Without the language. */
export const tabPath = (tab: Tab) => (tab === 'home' ? '/musics' : `/musics/${tab}`)

export const tabAt = (path: string): Tab | undefined => tabs.find((tab) => tabPath(tab) === path)

export const categories: readonly MusicCategory[] = ['BGM', 'song', 'OST']

/** What the address of a list of tracks says. */
export interface MusicsFilter {
  /** Words to find; `q` of the address. */
  search: string
  category: MusicCategory | undefined
  /** Of a mood, on the tab that has them. */
  mood: number | undefined
  sort: MusicSort
  /** From 0; the address counts from 1. */
  page: number
}

type Params = Readonly<Record<string, string | undefined>>

const numberOf = (text = '') => (/^[1-9]\d{0,5}$/.test(text) ? Number(text) : undefined)

const [usualSort] = musicSorts

export const filterOf = ({ q = '', category, mood, sort, page }: Params): MusicsFilter => ({
  search: q.trim().slice(0, searchLength),
  category: categories.find((one) => one === category),
  mood: numberOf(mood),
  sort: musicSorts.find((one) => one === sort) ?? usualSort,
  page: (numberOf(page) ?? 1) - 1,
})

/** A patch of the address; what is as usual is not said, and any other list begins at its first page. */
export const paramsOf = ({ search, sort, page = 0, ...others }: Partial<MusicsFilter>): Params => ({
  ...(search !== undefined && { q: search }),
  ...('category' in others && { category: others.category }),
  ...('mood' in others && { mood: others.mood === undefined ? undefined : String(others.mood) }),
  ...(sort !== undefined && { sort: sort === usualSort ? undefined : sort }),
  page: page > 0 ? String(page + 1) : undefined,
})
