import { computed } from 'nanostores'
import { readRegistration } from '#contract/channels/channel-history.ts'
import { listChannelFigures } from '#contract/reports/channel-report.ts'
import { maxPageSize } from '#contract/reports/reports.ts'
import { listVideos, readVideoTotals } from '#contract/reports/videos.ts'
import { createCountriesQuery } from '#islands/reports/dashboard/countries.ts'
import { createLatestDayQuery } from '#islands/reports/dashboard/latest-day/latest-day.ts'
import { createMoversSource } from '#islands/reports/dashboard/movers/movers.ts'
import { createEventsQuery } from '#islands/reports/metrics/events.ts'
import { $pageChannelId } from '#islands/reports/state/channel-link.ts'
import { parseChannelOrder } from '#islands/reports/state/channel-order.ts'
import { $filter, parseFilter, pickListScope } from '#islands/reports/state/filter.ts'
import { listParam } from '#islands/reports/state/neighbors.ts'
import { createScopeKey } from '#islands/reports/state/scope-key.ts'
import { createReport } from '#islands/reports/state/store.ts'
import { pickTime } from '#islands/reports/state/time.ts'
import { $caller } from '#lib/api/caller.ts'
import { createQuery } from '#lib/api/query.ts'
import { $params } from '#lib/navigation/router.ts'
import { shownVideos } from './shown-videos.ts'

const $channelKey = createScopeKey($pageChannelId)

export const channelReport = createReport($channelKey)

export const channelLatestDay = createLatestDayQuery($channelKey)

export const channelCountries = createCountriesQuery($channelKey)

export const channelEvents = createEventsQuery($channelKey)

export const channelMovers = createMoversSource(['video', 'track'], $channelKey)

const $registrationQuery = computed([$caller, $pageChannelId], (caller, channel) =>
  caller === null || channel === null ? null : { caller, channel },
)

export const registration = createQuery($registrationQuery, readRegistration, ({ channel }) => ({ channel }))

const $videosQuery = computed([$channelKey, $filter], (query, { sort, order }) =>
  query === null ? null : { ...query, sort, order },
)

export const channelVideos = createQuery($videosQuery, listVideos, ({ caller: _, ...query }) => ({
  ...query,
  size: shownVideos,
}))

export const channelVideoTotals = createQuery(
  $channelKey,
  readVideoTotals,
  ({ caller: _, ...query }) => query,
)

/** The list in the order that the address specifies; see `$listParams`. */
const $listQuery = computed(
  [$caller, $filter, $pageChannelId, $params],
  (caller, filter, channel, params) => {
    const order = parseChannelOrder(params[listParam])
    return caller === null || channel === null || order === null
      ? null
      : {
          caller,
          ...pickTime(filter),
          ...pickListScope({ ...filter, tag: parseFilter(params).tag }),
          ...order,
        }
  },
)

/** Loads as many channels as one request returns: the neighbors of later channels are unknown. */
export const list = createQuery($listQuery, listChannelFigures, ({ caller: _, ...query }) => ({
  ...query,
  size: maxPageSize,
}))
