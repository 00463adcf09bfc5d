import { computed } from 'nanostores'
import {
  type ChannelSort,
  listChannelFigures,
  readChannelSeries,
  seriesChannels,
} from '#contract/channel-report.ts'
import { paramsOf } from '#islands/reports/filter.ts'
import { $filter, $scope } from '#islands/reports/scope.ts'
import { call } from '#lib/api.ts'
import { query } from '#lib/query.ts'
import { $params, setParams } from '#lib/router.ts'
import { notify } from '#lib/snackbars.ts'
import { t } from '#lib/strings.ts'
import { type Chosen, chosenIds, toggled } from './chosen.ts'
import {
  type ChannelSorting,
  channelFilterOf,
  chosenParams,
  firstOrder,
  sizeParams,
  sortingParams,
} from './filter.ts'

export const $channelFilter = computed([$params, $filter], channelFilterOf)

const $page = computed([$scope, $channelFilter], (scope, { chosen, ...page }) =>
  scope === null ? null : { scope, ...page },
)

const $series = computed([$scope, $channelFilter], (scope, { period, member, chosen }) =>
  scope === null ? null : { scope, period, member, chosen },
)

export const channelPage = query($page, ({ scope, member, search, cursor, ...page }, signal) =>
  call(listChannelFigures, {
    query: {
      ...page,
      member: member ?? undefined,
      search: search || undefined,
      cursor: cursor ?? undefined,
    },
    signal,
  }),
)

export const channelSeries = query($series, ({ period, member, chosen }, signal) =>
  call(readChannelSeries, {
    query: { period, member: member ?? undefined, channels: chosenIds(chosen).join(',') || undefined },
    signal,
  }),
)

export const sortChannels = (sorting: ChannelSorting) => setParams(sortingParams(sorting))

/** By a column: as it is looked at first, then the other way round. */
export function sortByColumn(column: ChannelSort): void {
  const { sort, order } = $channelFilter.get()
  const other = order === 'desc' ? 'asc' : 'desc'
  sortChannels({ sort: column, order: sort === column ? other : firstOrder(column) })
}

/** A search that is being put right is one entry in the history. */
export function searchChannels(search: string): void {
  const replace = search !== '' && $filter.get().search !== ''
  setParams(paramsOf({ search }), { replace })
}

export const choosePageSize = (size: number) => setParams(sizeParams(size))

/** Narrows the charts to the channel too, or no longer. */
export function toggleChannel(channelId: string): void {
  const chosen = toggled($channelFilter.get().chosen, channelId)
  if (chosen) choose(chosen)
  else notify('info', t('channel-report:chosen.full', { count: seriesChannels }))
}

export const showAllChannels = () => choose([])

const choose = (chosen: Chosen) =>
  setParams(chosenParams($channelFilter.get().chosen, chosen, $params.get().hide))
