import { computed } from 'nanostores'
import { listMusicUses } from '#contract/reports/music-uses.ts'
import { $caller } from '#lib/api/caller.ts'
import { createQuery } from '#lib/api/query.ts'
import { $visibleTracks } from './visible-tracks.ts'

/** Unique ids of the listed tracks, sorted for a stable query key. */
const $visibleTrackIds = computed($visibleTracks, (tracks) =>
  tracks ? [...new Set(tracks.map(({ id }) => id))].sort((a, b) => a - b).join(',') : null,
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
