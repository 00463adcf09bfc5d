import { ChannelSort, channelSorts } from '#contract/channel-report.ts'
import type { Filter } from '#islands/reports/filter.ts'
import { type Chosen, chosenIds, chosenOf, chosenParam } from './chosen.ts'

export const pageSizes = [20, 50] as const

/** Of all other channels as a series of the charts: beside chosen channels it can be hidden on its own. */
export const otherKeys = { unasked: 'other', chosen: 'rest' } as const

/** What the address of the channel report says. Unknown values count as not given. */
export interface ChannelFilter extends Pick<Filter, 'period' | 'member' | 'search' | 'order' | 'cursor'> {
  sort: ChannelSort
  size: number
  chosen: Chosen
}

export type ChannelSorting = Pick<ChannelFilter, 'sort' | 'order'>

const defaultSort = 'profit'

export const channelSortings: readonly ChannelSorting[] = channelSorts.flatMap((sort): ChannelSorting[] => [
  { sort, order: firstOrder(sort) },
  { sort, order: firstOrder(sort) === 'desc' ? 'asc' : 'desc' },
])

/** Names begin at A, figures at the highest. */
export function firstOrder(sort: ChannelSort): 'asc' | 'desc' {
  return sort === 'name' ? 'asc' : 'desc'
}

export function channelFilterOf(
  params: Readonly<Record<string, string>>,
  { period, member, search, order, cursor }: Filter,
): ChannelFilter {
  const size = pageSizes.find((size) => String(size) === params.size) ?? pageSizes[0]
  const sort = ChannelSort.safeParse(params.sort).data ?? defaultSort
  const chosen = chosenOf(params.channels)
  return { period, member, search, order, cursor, sort, size, chosen }
}

/** A patch of the address, with defaults left out, that begins at the first page. */
export const sortingParams = ({ sort, order }: ChannelSorting) => ({
  sort: sort === defaultSort ? undefined : sort,
  order: order === 'desc' ? undefined : order,
  cursor: undefined,
})

export const sizeParams = (size: number) => ({
  size: size === pageSizes[0] ? undefined : String(size),
  cursor: undefined,
})

/**
 * Which channels the charts are narrowed to. All others together are hidden with the first of them, and a channel that
 * is no longer chosen is not kept hidden. The page of the table stays.
 */
export function chosenParams(from: Chosen, to: Chosen, hide = '') {
  const gone = [
    ...(to.length === 0 ? [otherKeys.chosen] : []),
    ...chosenIds(from).filter((id) => !to.includes(id)),
  ]
  const kept = hide.split(',').filter((key) => key !== '' && !gone.includes(key))
  const hidden = from.length === 0 && to.length > 0 ? [...new Set([...kept, otherKeys.chosen])] : kept
  return { channels: chosenParam(to) || undefined, hide: hidden.join(',') || undefined }
}
