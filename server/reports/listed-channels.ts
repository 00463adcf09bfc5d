import type { ChannelRow, ChannelSort } from '#contract/channel-report.ts'
import type { Period, SortOrder } from '#contract/reports.ts'
import type { Queries } from '#server/db/connect.ts'
import type { Mark } from './cursor.ts'
import { inOrder, type Part, type Place, placesAfter, type SortedColumn } from './places.ts'
import type { Scope } from './scope.ts'
import { type GrossAndNet, seenBy } from './seen.ts'

export interface ChannelOrder {
  period: Period
  sort: ChannelSort
  order: SortOrder
  search?: string | undefined
}

const columns: Record<ChannelSort, SortedColumn> = {
  name: { column: 'name', type: 'text', nullable: false },
  views: { column: 'views', type: 'bigint', nullable: false },
  profit: { column: 'profit', type: 'bigint', nullable: false },
  shorts: { column: 'shorts', type: 'bigint', nullable: false },
  price: { column: 'price', type: 'bigint', nullable: true },
}

const searched = (search: string | undefined) => search?.trim() || null

/** The next channels of a network's list; none after one that is no longer in it. */
export async function selectListedMarks(
  db: Queries,
  { networkId }: Scope,
  { period, sort, order, search }: ChannelOrder,
  mark: Mark | null,
  count: number,
): Promise<Mark[]> {
  const column = columns[sort]
  const start = mark && (await selectPlace(db, networkId, period, column, mark))
  if (mark && !start) return []
  const read = (part: Part, after: Place | null, limit: number) =>
    db.query<Place>(inOrder(places[part], column, order), [
      period,
      networkId,
      after?.key ?? null,
      after?.ids[0] ?? null,
      limit,
      searched(search),
    ])
  return (await placesAfter(read, column, start, count)).map(({ ids }) => ids)
}

async function selectPlace(
  db: Queries,
  networkId: number,
  period: Period,
  column: SortedColumn,
  [channelId]: Mark,
): Promise<Place | null> {
  const [place] = await db.query<Place>(inOrder(onePlace, column, 'asc'), [period, networkId, channelId])
  return place ?? null
}

const onePlace = `select array[channel_id] as ids,
    SORTED::text as key
  from channel_period
  where period = $1
    and network_id = $2
    and channel_id = $3`

const places: Record<Part, string> = {
  keyed: `select array[channel_id] as ids,
    SORTED::text as key
  from channel_period
  where period = $1
    and network_id = $2
    and SORTED is not null
    and ($3::TYPE is null or (SORTED, channel_id) BEYOND ($3::TYPE, $4))
    and ($6::text is null or name like all (search_patterns($6)) or channel_id = $6)
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
    and ($6::text is null or name like all (search_patterns($6)) or channel_id = $6)
  order by channel_id
  limit $5`,
}

/** How many channels there are, of those that a search finds. */
export async function countListedChannels(
  db: Queries,
  { networkId }: Scope,
  { period, search }: ChannelOrder,
): Promise<number> {
  const [row] = await db.query<{ total: number }>(
    `select count(*) as total
    from channel_period
    where period = $1
      and network_id = $2
      and ($3::text is null or name like all (search_patterns($3)) or channel_id = $3)`,
    [period, networkId, searched(search)],
  )
  return row?.total ?? 0
}

type Row = Omit<ChannelRow, 'memberProfit'> & GrossAndNet

/** Figures and names, in the order given. Nobody's fee counts in a whole network. */
export async function selectListedChannels(
  db: Queries,
  scope: Scope,
  period: Period,
  marks: readonly Mark[],
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
    from unnest($3::text[]) with ordinality as wanted (channel_id, place)
    join channel_period p on p.period = $1
      and p.network_id = $2
      and p.channel_id = wanted.channel_id
    left join channels c on c.channel_id = p.channel_id
      and c.network_id = p.network_id
      and c.removed_at is null
    order by wanted.place`,
    [period, scope.networkId, marks.map(([channelId]) => channelId)],
  )
  return rows.map((row) => seenBy(scope, row))
}
