import { computed } from 'nanostores'
import { type ChannelSort, listChannelFigures, readChannelSeries } from '#contract/reports/channel-report.ts'
import { maxSelectedChannels } from '#contract/reports/reports.ts'
import { formatChannelOrder } from '#islands/reports/state/channel-order.ts'
import { pickListScope } from '#islands/reports/state/filter.ts'
import { listParam } from '#islands/reports/state/neighbors.ts'
import { restartPages } from '#islands/reports/state/paging.ts'
import { pickTime } from '#islands/reports/state/time.ts'
import { $caller } from '#lib/api/caller.ts'
import { createQuery } from '#lib/api/query.ts'
import { $seesNetwork } from '#lib/api/session.ts'
import { t } from '#lib/i18n/strings.ts'
import { $params, setParams } from '#lib/navigation/router.ts'
import { notify } from '#lib/page/snackbars.ts'
import {
  type ChannelSorting,
  getDefaultOrder,
  parseChannelFilter,
  toParams,
  toSelectionParams,
} from './filter.ts'
import { type ChannelSelection, getSelectedIds, toggleSelected } from './selection.ts'

export const $channelFilter = computed([$params, $seesNetwork], parseChannelFilter)

/** Links to channels contain the order of the displayed list. A search has its own order. */
export const $listParams = computed(
  $channelFilter,
  ({ search, sort, order }): Record<string, string> =>
    search ? {} : { [listParam]: formatChannelOrder({ sort, order }) },
)

const $pageQuery = computed([$caller, $channelFilter], (caller, { selected, ...page }) =>
  caller === null ? null : { caller, ...page },
)

const $seriesQuery = computed([$caller, $channelFilter], (caller, { selected, ...filter }) =>
  caller === null ? null : { caller, ...pickTime(filter), ...pickListScope(filter), selected },
)

export const channelPage = createQuery($pageQuery, listChannelFigures, ({ caller: _, ...query }) => query, {
  onError: restartPages,
})

export const channelSeries = createQuery(
  $seriesQuery,
  readChannelSeries,
  ({ caller: _, selected, ...query }) => ({
    ...query,
    channels: getSelectedIds(selected).join(',') || undefined,
  }),
)

export const sortChannels = (sorting: ChannelSorting) => setParams(toParams(sorting))

export function sortByColumn(column: ChannelSort): void {
  const { sort, order } = $channelFilter.get()
  const other = order === 'desc' ? 'asc' : 'desc'
  sortChannels({ sort: column, order: sort === column ? other : getDefaultOrder(column) })
}

export function searchChannels(search: string): void {
  const replace = search !== '' && Boolean($channelFilter.get().search)
  setParams(toParams({ search }), { replace })
}

export const setPageSize = (size: number) => setParams(toParams({ size }))

export function toggleChannel(channelId: string): void {
  const selection = toggleSelected($channelFilter.get().selected, channelId)
  if (selection) setSelection(selection)
  else notify('info', t('channel-report:chosen.full', { count: maxSelectedChannels }))
}

export const clearSelection = () => setSelection([])

const setSelection = (selection: ChannelSelection) =>
  setParams(toSelectionParams($channelFilter.get().selected, selection, $params.get().hide))
