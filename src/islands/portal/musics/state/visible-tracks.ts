import { computed } from 'nanostores'
import type { Music } from '#contract/reports/tracks.ts'
import { favorites } from './favorites.ts'
import { popular, trackLists } from './store.ts'

type TrackListState = { readonly result: { readonly data: { readonly musics: readonly Music[] } } | null }

const getTracks = ({ result }: TrackListState) => result?.data.musics ?? []

/** Counts all lists on the screen; null while one of them loads. */
export const $visibleTracks = computed(
  [
    favorites.$state,
    popular.$state,
    trackLists.all.$state,
    trackLists.tags.$state,
    trackLists.shopping.$state,
  ],
  (...states) => (states.some(({ isLoading }) => isLoading) ? null : states.flatMap(getTracks)),
)
