import { type ChannelListSort, channelListSorts, listChannels } from '#contract/channels/channels.ts'
import type { SortOrder } from '#contract/reports/reports.ts'
import { createAddressFilter } from '#lib/navigation/address.ts'

export const {
  parse: parseFilter,
  toParams,
  defaults: emptyFilter,
} = createAddressFilter(listChannels.query, ['search', 'state', 'member', 'sort', 'order', 'page'])

export type ChannelsFilter = ReturnType<typeof parseFilter>

export const isFiltered = ({ search, state, member }: ChannelsFilter) =>
  search !== '' || state !== undefined || member !== undefined

export interface ChannelSorting {
  readonly sort: ChannelListSort
  readonly order: SortOrder
}

/** Applies to a column that is not sorted yet. */
const firstOrders: Record<ChannelListSort, SortOrder> = {
  work: 'desc',
  name: 'asc',
  stage: 'asc',
  registered: 'desc',
  profit: 'desc',
}

const reverse = (order: SortOrder): SortOrder => (order === 'asc' ? 'desc' : 'asc')

export const channelSortings: readonly ChannelSorting[] = channelListSorts.flatMap(
  (sort): ChannelSorting[] => {
    const order = firstOrders[sort]
    return sort === 'work'
      ? [{ sort, order }]
      : [
          { sort, order },
          { sort, order: reverse(order) },
        ]
  },
)

/** Handles a click on a column header. */
export const getNextSorting = (current: ChannelSorting, sort: ChannelListSort): ChannelSorting => ({
  sort,
  order: current.sort === sort ? reverse(current.order) : firstOrders[sort],
})
