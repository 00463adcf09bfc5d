import { computed } from 'nanostores'
import { readRegistration } from '#contract/channels.ts'
import { listVideos, readVideoTotals } from '#contract/videos.ts'
import { $pageChannelId } from '#islands/reports/channel-link.ts'
import { createCountriesQuery } from '#islands/reports/countries.ts'
import { $filter } from '#islands/reports/filter.ts'
import { createMoversSource } from '#islands/reports/movers.ts'
import { createReport, type ReportKey } from '#islands/reports/store.ts'
import { pickTime } from '#islands/reports/time.ts'
import { $caller } from '#lib/api/caller.ts'
import { createQuery } from '#lib/api/query.ts'
import { shownVideos } from './shown-videos.ts'

const $channelQuery = computed(
  [$caller, $filter, $pageChannelId],
  (caller, { member, ...filter }, channel): ReportKey | null =>
    caller === null || channel === null ? null : { caller, ...pickTime(filter), member, channel },
)

export const channelReport = createReport($channelQuery)

export const channelCountries = createCountriesQuery($pageChannelId)

export const channelMovers = createMoversSource(['video', 'track'], $pageChannelId)

const $registrationQuery = computed([$caller, $pageChannelId], (caller, channel) =>
  caller === null || channel === null ? null : { caller, channel },
)

export const registration = createQuery($registrationQuery, readRegistration, ({ channel }) => ({ channel }))

const $videosQuery = computed([$channelQuery, $filter], (query, { sort, order }) =>
  query === null ? null : { ...query, sort, order },
)

export const channelVideos = createQuery($videosQuery, listVideos, ({ caller: _, ...query }) => ({
  ...query,
  size: shownVideos,
}))

export const channelVideoTotals = createQuery(
  $channelQuery,
  readVideoTotals,
  ({ caller: _, ...query }) => query,
)
