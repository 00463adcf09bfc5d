import { computed } from 'nanostores'
import { readMusic } from '#contract/portal/musics.ts'
import { readSimilarTracks } from '#contract/reports/similar-tracks.ts'
import { readTrackReport } from '#contract/reports/track-report.ts'
import { $filter } from '#islands/reports/state/filter.ts'
import { pickTime } from '#islands/reports/state/time.ts'
import { tracksPath } from '#islands/reports/video-list/track-link.ts'
import { $caller } from '#lib/api/caller.ts'
import { createQuery } from '#lib/api/query.ts'
import { $isSignedIn } from '#lib/api/session.ts'
import { $path } from '#lib/navigation/router.ts'

/** Null on other pages, and if the path cannot contain an id. */
export const $pageTrackId = computed($path, (path) => {
  const id = path.startsWith(`${tracksPath}/`) ? path.slice(tracksPath.length + 1) : ''
  return readMusic.query.shape.music.safeParse(id).data ?? null
})

/** Visitors may read a track, too. */
const $trackQuery = computed([$caller, $isSignedIn, $pageTrackId], (caller, isSignedIn, music) => {
  const reader = isSignedIn ? caller : 'visitor'
  return reader === null || music === null ? null : { caller: reader, music }
})

const $reportQuery = computed([$caller, $filter, $pageTrackId], (caller, { member, ...filter }, music) =>
  caller === null || music === null ? null : { caller, ...pickTime(filter), member, music },
)

/** The same in all periods. */
const $similarQuery = computed([$caller, $filter, $pageTrackId], (caller, { member }, music) =>
  caller === null || music === null ? null : { caller, member, music },
)

export const track = createQuery($trackQuery, readMusic, ({ music }) => ({ music }))
export const trackReport = createQuery($reportQuery, readTrackReport, ({ caller: _, ...query }) => query)
export const similarTracks = createQuery($similarQuery, readSimilarTracks, ({ caller: _, ...query }) => query)
