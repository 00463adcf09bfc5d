import { computed } from 'nanostores'
import { listVideos, readVideoTotals } from '#contract/reports/videos.ts'
import { $caller } from '#lib/api/caller.ts'
import { createQuery } from '#lib/api/query.ts'
import { $filter, pickListScope } from './filter.ts'
import { restartPages } from './paging.ts'
import { pickTime } from './time.ts'

const $videosQuery = computed([$caller, $filter], (caller, { sort, order, cursor, ...filter }) =>
  caller === null ? null : { caller, ...pickTime(filter), ...pickListScope(filter), sort, order, cursor },
)

export const videos = createQuery($videosQuery, listVideos, ({ caller: _, ...query }) => query, {
  onError: restartPages,
})

const $totalsQuery = computed([$caller, $filter], (caller, filter) =>
  caller === null ? null : { caller, ...pickTime(filter), ...pickListScope(filter) },
)

export const videoTotals = createQuery($totalsQuery, readVideoTotals, ({ caller: _, ...query }) => query)
