import type { ChannelRow, ChannelSort } from '#contract/channel-report.ts'
import type { Period, SortOrder } from '#contract/reports.ts'
import type { Queryable } from '#server/db/database.ts'
import type { Scope } from '#server/figures/scope.ts'
import { applyVisibility, type GrossAndNet } from '#server/figures/visibility.ts'
import type { CursorKey } from './cursor.ts'
import {
  type KeysetPart,
  type KeysetPosition,
  orderedQuery,
  readPositionsAfter,
  type SortColumn,
} from './keyset.ts'

export interface ChannelListQuery {
  period: Period
  sort: ChannelSort
  order: SortOrder
  search?: string | undefined
}

const sortColumns: Record<ChannelSort, SortColumn> = {
  name: { column: 'name', type: 'text', nullable: false },
  views: { column: 'views', type: 'bigint', nullable: false },
  profit: { column: 'profit', type: 'bigint', nullable: false },
  shorts: { column: 'shorts', type: 'bigint', nullable: false },
  price: { column: 'price', type: 'bigint', nullable: true },
}

const normalizeSearch = (search: string | undefined) => search?.trim() || null

/** The next channels of a network's list; none after one that is no longer in it. */
export async function selectMaterializedKeys(
  db: Queryable,
  { networkId }: Scope,
  { period, sort, order, search }: ChannelListQuery,
  afterKey: CursorKey | null,
  count: number,
): Promise<CursorKey[]> {
  const column = sortColumns[sort]
  const startPosition = afterKey && (await selectChannelPosition(db, networkId, period, column, afterKey))
  if (afterKey && !startPosition) return []
  const read = (part: KeysetPart, after: KeysetPosition | null, limit: number) =>
    db.query<KeysetPosition>(orderedQuery(listQueries[part], column, order), [
      period,
      networkId,
      after?.key ?? null,
      after?.ids[0] ?? null,
      limit,
      normalizeSearch(search),
    ])
  return (await readPositionsAfter(read, column, startPosition, count)).map(({ ids }) => ids)
}

async function selectChannelPosition(
  db: Queryable,
  networkId: number,
  period: Period,
  column: SortColumn,
  [channelId]: CursorKey,
): Promise<KeysetPosition | null> {
  const [position] = await db.query<KeysetPosition>(orderedQuery(positionQuery, column, 'asc'), [
    period,
    networkId,
    channelId,
  ])
  return position ?? null
}

const positionQuery = `select array[channel_id] as ids,
    SORTED::text as key
  from channel_period
  where period = $1
    and network_id = $2
    and channel_id = $3`

const listQueries: Record<KeysetPart, string> = {
  keyed: `select array[channel_id] as ids,
    SORTED::text as key
  from channel_period
  where period = $1
    and network_id = $2
    and SORTED is not null
    and ($3::TYPE is null or (SORTED, channel_id) BEYOND ($3::TYPE, $4))
    and ($6::text is null or name like all (search_like_patterns($6)) or channel_id = $6)
  order by SORTED DIRECTION, channel_id DIRECTION
  limit $5`,
  rest: `select array[channel_id] as ids,
    null as key
  from channel_period
  where period = $1
    and network_id = $2
    and SORTED is null
    and $3::text is null
    and ($4::text is null or channel_id > $4)
    and ($6::text is null or name like all (search_like_patterns($6)) or channel_id = $6)
  order by channel_id
  limit $5`,
}

/** How many channels there are, of those that a search finds. */
export async function countMaterializedChannels(
  db: Queryable,
  { networkId }: Scope,
  { period, search }: ChannelListQuery,
): Promise<number> {
  const [row] = await db.query<{ total: number }>(
    `select count(*) as total
    from channel_period
    where period = $1
      and network_id = $2
      and ($3::text is null or name like all (search_like_patterns($3)) or channel_id = $3)`,
    [period, networkId, normalizeSearch(search)],
  )
  return row?.total ?? 0
}

type Row = Omit<ChannelRow, 'memberProfit'> & GrossAndNet

/** Figures and names, in the order given. Nobody's fee counts in a whole network. */
export async function selectMaterializedChannels(
  db: Queryable,
  scope: Scope,
  period: Period,
  keys: readonly CursorKey[],
): Promise<ChannelRow[]> {
  const rows = await db.query<Row>(
    `select p.channel_id as "channelId",
      coalesce(c.name, p.channel_id) as name,
      c.thumbnail,
      p.views,
      p.premium_views as "premiumViews",
      p.profit,
      p.premium_profit as "premiumProfit",
      p.profit as net,
      p.premium_profit as "premiumNet",
      p.shorts
    from unnest($3::text[]) with ordinality as requested (channel_id, position)
    join channel_period p on p.period = $1
      and p.network_id = $2
      and p.channel_id = requested.channel_id
    left join channels c on c.channel_id = p.channel_id
      and c.network_id = p.network_id
      and c.removed_at is null
    order by requested.position`,
    [period, scope.networkId, keys.map(([channelId]) => channelId)],
  )
  return rows.map((row) => applyVisibility(scope, row))
}
