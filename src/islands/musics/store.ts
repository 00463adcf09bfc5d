import { atom, computed } from 'nanostores'
import {
  listMoods,
  listMusics,
  listPopularMusics,
  type MusicCategory,
  type MusicSort,
} from '#contract/musics.ts'
import { call } from '#lib/api.ts'
import { type Question, query } from '#lib/query.ts'
import { $params, $path, setParams } from '#lib/router.ts'
import { $session, $user } from '#lib/session.ts'
import { $site } from '#lib/site.ts'
import { filterOf, type ListTab, type MusicsFilter, paramsOf, tabAt } from './filter.ts'

const popularSize = 10

export const $tab = computed($path, tabAt)

/** Who is asking, on which site; null until both are known. */
export const $scope = computed([$session, $user, $site], (token, user, site) =>
  token && user && site ? JSON.stringify([token, user.id, site.domain]) : null,
)

export const $filter = computed($params, filterOf)

const $home = computed([$scope, $tab], (scope, tab) => (scope !== null && tab === 'home' ? { scope } : null))

export const popular = query($home, (_, signal) =>
  call(listPopularMusics, { query: { size: popularSize }, signal }),
)

const $withMoods = computed([$scope, $tab], (scope, tab) =>
  scope !== null && (tab === 'home' || tab === 'tags') ? { scope } : null,
)

export const moods = query($withMoods, (_, signal) => call(listMoods, { signal }))

/** The mood whose tracks are shown: of the address, else the first that there is. */
export const $mood = computed(
  [$filter, moods.$state],
  ({ mood }, { answer }) => mood ?? answer?.data.moods[0]?.id ?? null,
)

const $noMood = atom(undefined)

interface Asked extends Question, MusicsFilter {}

function listOf(tab: ListTab) {
  const $question = computed(
    [$scope, $tab, $filter, tab === 'tags' ? $mood : $noMood],
    (scope, at, filter, mood): Asked | null =>
      scope === null || at !== tab || mood === null ? null : { scope, ...filter, mood },
  )
  return query($question, ({ search, category, mood, sort, page }, signal) =>
    call(listMusics, {
      query: {
        search: search || undefined,
        category,
        mood,
        shopping: tab === 'shopping' ? '1' : undefined,
        sort,
        page: page || undefined,
      },
      signal,
    }),
  )
}

export type MusicList = ReturnType<typeof listOf>

/** The tracks of each tab that is a list. */
export const lists: Readonly<Record<ListTab, MusicList>> = {
  all: listOf('all'),
  tags: listOf('tags'),
  shopping: listOf('shopping'),
}

/** A search that is being put right is one entry in the history. */
export function searchMusics(search: string): void {
  const replace = search !== '' && $filter.get().search !== ''
  setParams(paramsOf({ search }), { replace })
}

export const showCategory = (category: MusicCategory | undefined) => setParams(paramsOf({ category }))
export const sortMusics = (sort: MusicSort) => setParams(paramsOf({ sort }))
export const showPage = (page: number) => setParams(paramsOf({ page }))
export const showAll = () => setParams(paramsOf({ search: '', category: undefined, mood: undefined }))
