import { ChannelSort, channelSorts } from '#contract/channel-report.ts'
import type { ReportFilter } from '#islands/reports/filter.ts'
import { type ChannelSelection, formatSelection, getSelectedIds, parseSelection } from './selection.ts'

export const pageSizes = [20, 50] as const

/** Of all other channels as a series of the charts: beside chosen channels it can be hidden on its own. */
export const otherKeys = { unasked: 'other', chosen: 'rest' } as const

/** What the address of the channel report says. Unknown values count as not given. */
export interface ChannelFilter
  extends Pick<ReportFilter, 'period' | 'member' | 'search' | 'order' | 'cursor'> {
  sort: ChannelSort
  size: number
  selected: ChannelSelection
}

export type ChannelSorting = Pick<ChannelFilter, 'sort' | 'order'>

const defaultSort = 'profit'

export const channelSortings: readonly ChannelSorting[] = channelSorts.flatMap((sort): ChannelSorting[] => [
  { sort, order: getDefaultOrder(sort) },
  { sort, order: getDefaultOrder(sort) === 'desc' ? 'asc' : 'desc' },
])

/** Names begin at A, figures at the highest. */
export function getDefaultOrder(sort: ChannelSort): 'asc' | 'desc' {
  return sort === 'name' ? 'asc' : 'desc'
}

export function parseChannelFilter(
  params: Readonly<Record<string, string>>,
  { period, member, search, order, cursor }: ReportFilter,
): ChannelFilter {
  const size = pageSizes.find((size) => String(size) === params.size) ?? pageSizes[0]
  const sort = ChannelSort.safeParse(params.sort).data ?? defaultSort
  const selected = parseSelection(params.channels)
  return { period, member, search, order, cursor, sort, size, selected }
}

/** A patch of the address, with defaults left out, that begins at the first page. */
export const toSortingParams = ({ sort, order }: ChannelSorting) => ({
  sort: sort === defaultSort ? undefined : sort,
  order: order === 'desc' ? undefined : order,
  cursor: undefined,
})

export const toSizeParams = (size: number) => ({
  size: size === pageSizes[0] ? undefined : String(size),
  cursor: undefined,
})

/**
 * Which channels the charts are narrowed to. All others together are hidden with the first of them, and a channel that
 * is no longer chosen is not kept hidden. The page of the table stays.
 */
export function toSelectionParams(from: ChannelSelection, to: ChannelSelection, hide = '') {
  const removedKeys = [
    ...(to.length === 0 ? [otherKeys.chosen] : []),
    ...getSelectedIds(from).filter((id) => !to.includes(id)),
  ]
  const stillHidden = hide.split(',').filter((key) => key !== '' && !removedKeys.includes(key))
  const hidden =
    from.length === 0 && to.length > 0 ? [...new Set([...stillHidden, otherKeys.chosen])] : stillHidden
  return { channels: formatSelection(to) || undefined, hide: hidden.join(',') || undefined }
}
