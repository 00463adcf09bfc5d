import { computed } from 'nanostores'
import { listMoods, listMusics, listPopularMusics, type MusicSort } from '#contract/portal/musics.ts'
import type { MusicCategory } from '#contract/reports/tracks.ts'
import { $caller } from '#lib/api/caller.ts'
import { createQuery, type QueryKey } from '#lib/api/query.ts'
import { $params, $path, setParams } from '#lib/navigation/router.ts'
import { findTab, type ListTab, type MusicsFilter, parseFilter, toParams } from './filter.ts'

const popularPageSize = 10

export const $tab = computed($path, findTab)

export const $filter = computed($params, (params) => parseFilter(params))

const $popularQuery = computed([$caller, $tab], (caller, tab) =>
  caller !== null && tab === 'home' ? { caller } : null,
)

export const popular = createQuery($popularQuery, listPopularMusics, () => ({ size: popularPageSize }))

const $moodsQuery = computed([$caller, $tab], (caller, tab) =>
  caller !== null && (tab === 'home' || tab === 'tags') ? { caller } : null,
)

export const moods = createQuery($moodsQuery, listMoods, () => ({}))

interface TrackListQuery extends QueryKey, MusicsFilter {}

function createTrackList(tab: ListTab) {
  const $key = computed([$caller, $tab, $filter], (caller, at, { mood, ...filter }): TrackListQuery | null =>
    caller === null || at !== tab ? null : { caller, ...filter, mood: tab === 'tags' ? mood : undefined },
  )
  const shopping = tab === 'shopping' ? ('1' as const) : undefined
  return createQuery($key, listMusics, ({ caller: _, ...query }) => ({ ...query, shopping }))
}

export type TrackList = ReturnType<typeof createTrackList>

export const trackLists: Readonly<Record<ListTab, TrackList>> = {
  all: createTrackList('all'),
  tags: createTrackList('tags'),
  shopping: createTrackList('shopping'),
}

export function searchMusics(search: string): void {
  const replace = search !== '' && $filter.get().search !== ''
  setParams(toParams({ search }), { replace })
}

export const filterByCategory = (category: MusicCategory | undefined) => setParams(toParams({ category }))
export const sortMusics = (sort: MusicSort) => setParams(toParams({ sort }))
export const showPage = (page: number) => setParams(toParams({ page }))
export const clearFilters = () => setParams(toParams({ search: '', category: undefined, mood: undefined }))
