import { type MusicCategory, type MusicSort, musicSorts } from '#contract/musics.ts'
import { maxSearchLength } from '#contract/params.ts'

/** The four parts of the music screens, in their order. */
export const tabs = ['home', 'all', 'tags', 'shopping'] as const
export type Tab = (typeof tabs)[number]
export type ListTab = Exclude<Tab, 'home'>

/** Without the language. */
export const getTabPath = (tab: Tab) => (tab === 'home' ? '/musics' : `/musics/${tab}`)

export const findTab = (path: string): Tab | undefined => tabs.find((tab) => getTabPath(tab) === path)

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

const parseNumber = (text = '') => (/^[1-9]\d{0,5}$/.test(text) ? Number(text) : undefined)

const [defaultSort] = musicSorts

export const parseFilter = ({ q = '', category, mood, sort, page }: Params): MusicsFilter => ({
  search: q.trim().slice(0, maxSearchLength),
  category: categories.find((one) => one === category),
  mood: parseNumber(mood),
  sort: musicSorts.find((one) => one === sort) ?? defaultSort,
  page: (parseNumber(page) ?? 1) - 1,
})

/** A patch of the address; what is as usual is not said, and any other list begins at its first page. */
export const toParams = ({ search, sort, page = 0, ...others }: Partial<MusicsFilter>): Params => ({
  ...(search !== undefined && { q: search }),
  ...('category' in others && { category: others.category }),
  ...('mood' in others && { mood: others.mood === undefined ? undefined : String(others.mood) }),
  ...(sort !== undefined && { sort: sort === defaultSort ? undefined : sort }),
  page: page > 0 ? String(page + 1) : undefined,
})
