import { computed } from 'nanostores'
import { listMusicUses, type Music } from '#contract/musics.ts'
import { $caller } from '#lib/api/caller.ts'
import { createQuery } from '#lib/api/query.ts'
import { favorites } from './favorites.ts'
import { popular, trackLists } from './store.ts'

type TrackListState = { readonly result: { readonly data: { readonly musics: readonly Music[] } } | null }

const getTrackIds = ({ result }: TrackListState) => result?.data.musics.map(({ id }) => id) ?? []

/** Unique ids of the listed tracks, sorted for a stable query key. */
const $visibleTrackIds = computed(
  [
    favorites.$state,
    popular.$state,
    trackLists.all.$state,
    trackLists.tags.$state,
    trackLists.shopping.$state,
  ],
  (...states) => {
    if (states.some(({ isLoading }) => isLoading)) return null
    return [...new Set(states.flatMap(getTrackIds))].sort((a, b) => a - b).join(',')
  },
)

const $usageQuery = computed([$caller, $visibleTrackIds], (caller, musics) =>
  caller !== null && musics ? { caller, musics } : null,
)

/** Optional: the tracks are shown without it. */
const usage = createQuery($usageQuery, listMusicUses, ({ musics }) => ({ musics }))

export const $trackUsage = computed(usage.$state, ({ result }) => {
  const { currency = 'KRW' as const, range = null, uses: used = [] } = result?.data ?? {}
  return { currency, range, of: new Map(used.map((use) => [use.musicId, use])) }
})
