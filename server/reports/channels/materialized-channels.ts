import * as z from 'zod/mini'
import { type ChannelPage, ChannelRow, type ListedChannelSort } from '#contract/reports/channel-report.ts'
import type { ListedPeriod, SortOrder } from '#contract/reports/reports.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { Integer, queryOne } from '#server/platform/db/rows.ts'
import { empty, integer, type Sql, sql } from '#server/platform/db/sql.ts'
import type { Scope } from '#server/reports/figures/scope.ts'
import { applyVisibility, GrossAndNet, sumGrossAndNet } from '#server/reports/figures/visibility.ts'
import type { CursorKey } from '#server/reports/paging/cursor.ts'
import {
  findPlannedLimit,
  KeysetPosition,
  type KeysetSlice,
  positionColumns,
  readAfterPosition,
  type SortColumn,
  type Sorting,
} from '#server/reports/paging/keyset.ts'
import type { ChannelFigures } from './live-channels.ts'

export interface ListedChannelQuery {
  listed: ListedPeriod
  sort: ListedChannelSort
  order: SortOrder
  search?: string | undefined
}

const sortColumns: Record<ListedChannelSort, SortColumn> = {
  name: { column: sql`p.name`, type: sql`text`, isNullable: false },
  views: { column: sql`p.views`, type: sql`bigint`, isNullable: false },
  profit: { column: sql`p.profit`, type: sql`bigint`, isNullable: false },
  shorts: { column: sql`p.shorts`, type: sql`bigint`, isNullable: false },
  price: { column: sql`p.price`, type: sql`bigint`, isNullable: true },
  premiumViews: { column: sql`p.premium_views`, type: sql`bigint`, isNullable: false },
  premiumProfit: { column: sql`p.premium_profit`, type: sql`bigint`, isNullable: false },
  premiumRate: {
    column: sql`price_per_million(p.premium_views, p.views)`,
    type: sql`bigint`,
    isNullable: true,
  },
  premiumPrice: {
    column: sql`price_per_million(p.premium_profit, p.premium_views)`,
    type: sql`bigint`,
    isNullable: true,
  },
}
const idColumns = [sql`p.channel_id`]

function inChannelList({ networkId }: Scope, { listed, search }: ListedChannelQuery): Sql {
  const text = search?.trim()
  return sql`p.period = ${listed}
    and p.network_id = ${networkId}
    ${text ? sql`and (p.name like all (search_like_patterns(${text})) or p.channel_id = ${text})` : empty}`
}

/** `count`: at most. */
export async function selectChannelsAfter(
  db: Queryable,
  scope: Scope,
  query: ListedChannelQuery,
  afterKey: CursorKey | null,
  count: number,
): Promise<ChannelFigures[]> {
  const sorting: Sorting = { ...sortColumns[query.sort], idColumns, order: query.order }
  const after = afterKey && (await selectChannelPosition(db, scope, query.listed, sorting, afterKey))
  if (afterKey && !after) return []
  return readAfterPosition(sorting, after, count, (slice, limit) =>
    selectChannels(db, scope, query, slice, limit),
  )
}

async function selectChannelPosition(
  db: Queryable,
  { networkId }: Scope,
  listed: ListedPeriod,
  sorting: Sorting,
  [channelId = '']: CursorKey,
): Promise<KeysetPosition | null> {
  const [position] = await db.query(
    KeysetPosition,
    sql`select ${positionColumns(sorting)}
    from channel_period p
    where p.period = ${listed}
      and p.network_id = ${networkId}
      and p.channel_id = ${channelId}`,
  )
  return position ?? null
}

const TotalsRow = z.extend(GrossAndNet, { total: Integer })

export async function selectMaterializedTotals(
  db: Queryable,
  scope: Scope,
  query: ListedChannelQuery,
): Promise<Pick<ChannelPage, 'total' | 'totals'>> {
  const { total, ...sums } = await queryOne(
    db,
    TotalsRow,
    sql`select count(*) as total,
      ${sumGrossAndNet(sql`p`)}
    from (
      select p.views,
        p.premium_views,
        p.profit as gross_profit,
        p.premium_profit as gross_premium_profit,
        p.profit as net_profit,
        p.premium_profit as net_premium_profit
      from channel_period p
      where ${inChannelList(scope, query)}
    ) p`,
  )
  return { total, totals: applyVisibility(scope, sums) }
}

const FiguresRow = z.extend(
  z.pick(ChannelRow, { channelId: true, name: true, thumbnail: true, shorts: true }),
  GrossAndNet.shape,
)

async function selectChannels(
  db: Queryable,
  scope: Scope,
  query: ListedChannelQuery,
  { condition, orderBy }: KeysetSlice,
  limit: number,
): Promise<ChannelFigures[]> {
  const plannedLimit = query.search ? undefined : findPlannedLimit(limit)
  const statement = sql`select p.channel_id as "channelId",
      coalesce(c.name, p.channel_id) as name,
      c.thumbnail,
      p.views,
      p.premium_views as "premiumViews",
      p.profit as "grossProfit",
      p.premium_profit as "grossPremiumProfit",
      p.profit as "netProfit",
      p.premium_profit as "netPremiumProfit",
      p.shorts
    from (
      select *
      from channel_period p
      where ${inChannelList(scope, query)}
        and ${condition}
      ${orderBy()}
      limit ${plannedLimit === undefined ? limit : integer(plannedLimit)}
    ) p
    left join channels c on c.channel_id = p.channel_id
      and c.network_id = p.network_id
      and c.removed_at is null
    ${orderBy()}
    limit ${limit}`
  const plan = plannedLimit === undefined ? 'custom' : 'generic'
  const rows = await db.query(FiguresRow, statement, { plan })
  return rows.map((row) => applyVisibility(scope, row))
}
