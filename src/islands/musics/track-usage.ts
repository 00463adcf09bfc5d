import { computed } from 'nanostores'
import { listMusicUses, type Music } from '#contract/musics.ts'
import { $caller } from '#lib/api/caller.ts'
import { createQuery } from '#lib/api/query.ts'
import { favorites } from './favorites.ts'
import { popular, trackLists } from './store.ts'

type TrackListState = { readonly result: { readonly data: { readonly musics: readonly Music[] } } | null }

const getTrackIds = ({ result }: TrackListState) => result?.data.musics.map(({ id }) => id) ?? []

/** The tracks that are listed now, each once, for the question to be the same in any order of them. */
const $visibleTrackIds = computed(
  [
    favorites.$state,
    popular.$state,
    trackLists.all.$state,
    trackLists.tags.$state,
    trackLists.shopping.$state,
  ],
  (...states) => {
    // One call for all of them.
    if (states.some(({ isLoading }) => isLoading)) return null
    return [...new Set(states.flatMap(getTrackIds))].sort((a, b) => a - b).join(',')
  },
)

const $usageQuery = computed([$caller, $visibleTrackIds], (caller, musics) =>
  caller !== null && musics ? { caller, musics } : null,
)

/** How the person's videos use the tracks that are listed. They are shown without it. */
const usage = createQuery($usageQuery, listMusicUses, ({ musics }) => ({ musics }))

/** What is known of uses, by the track's id; the days that it is over. */
export const $trackUsage = computed(usage.$state, ({ result }) => {
  const { currency = 'KRW' as const, range = null, uses: used = [] } = result?.data ?? {}
  return { currency, range, of: new Map(used.map((use) => [use.musicId, use])) }
})
