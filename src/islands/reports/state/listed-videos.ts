import { computed } from 'nanostores'
import { listVideos, readVideoTotals } from '#contract/reports/videos.ts'
import { $caller } from '#lib/api/caller.ts'
import { createQuery } from '#lib/api/query.ts'
import { $filter } from './filter.ts'
import { restartPages } from './paging.ts'
import { pickTime } from './time.ts'

const $videosQuery = computed([$caller, $filter], (caller, { member, sort, order, cursor, ...filter }) =>
  caller === null ? null : { caller, ...pickTime(filter), member, sort, order, cursor },
)

export const videos = createQuery($videosQuery, listVideos, ({ caller: _, ...query }) => query, {
  onError: restartPages,
})

const $totalsQuery = computed([$caller, $filter], (caller, { member, ...filter }) =>
  caller === null ? null : { caller, ...pickTime(filter), member },
)

export const videoTotals = createQuery($totalsQuery, readVideoTotals, ({ caller: _, ...query }) => query)
