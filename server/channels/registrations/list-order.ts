import { type ChannelState, channelStates } from '#contract/channels/channel-states.ts'
import type { ChannelListSort } from '#contract/channels/channels.ts'
import type { SortOrder } from '#contract/reports/reports.ts'
import { type Sql, sql } from '#server/platform/db/sql.ts'
import { rankByState } from '#server/reports/figures/channel-states.ts'

export interface ListOrder {
  sort: ChannelListSort
  order: SortOrder
}

/** Channels that need an action of their people come first. */
const workOrder: readonly ChannelState[] = ['unverified', 'held', 'pending', 'rejected', 'approved']

const directions: Record<SortOrder, Sql> = { asc: sql`asc`, desc: sql`desc` }

/** Expects `channels c` and, with `needsProfits`, `channel_sums p`. `profit`: its column. */
export function orderChannels({ sort, order }: ListOrder, profit: Sql): Sql {
  const direction = directions[order]
  const newestFirst = sql`c.registered_at desc, c.registration_id desc`
  switch (sort) {
    case 'work':
      return sql`${rankByState(workOrder)}, ${profit} desc nulls last, ${newestFirst}`
    case 'name':
      return sql`natural_sort_key(c.name) collate "C" ${direction}, c.registration_id ${direction}`
    case 'stage':
      return sql`${rankByState(channelStates)} ${direction}, ${newestFirst}`
    case 'registered':
      return sql`c.registered_at ${direction}, c.registration_id ${direction}`
    case 'profit':
      return sql`${profit} ${direction} nulls last, ${newestFirst}`
  }
}

export const needsProfits = ({ sort }: ListOrder): boolean => sort === 'work' || sort === 'profit'
