import * as z from 'zod/mini'
import { ChannelRow, type ChannelSort } from '#contract/channel-report.ts'
import { type DayRange, getProfit, type Period, type SortOrder } from '#contract/reports.ts'
import type { Queryable } from '#server/db/database.ts'
import { Integer } from '#server/db/rows.ts'
import { empty, sql } from '#server/db/sql.ts'
import { grossColumns, selectRatesAndFees } from '#server/figures/money.ts'
import type { Scope } from '#server/figures/scope.ts'
import { applyVisibility, GrossAndNet } from '#server/figures/visibility.ts'
import type { CursorKey } from './cursor.ts'

interface LiveChannel {
  row: ChannelRow
  sortKeys: Record<ChannelSort, string | number | null>
}

interface ChannelOrder {
  sort: ChannelSort
  order: SortOrder
}

const LiveRow = z.extend(z.pick(ChannelRow, { channelId: true, name: true, thumbnail: true, shorts: true }), {
  ...GrossAndNet.shape,
  normalizedName: z.string(),
  price: z.nullable(Integer),
})

export async function selectLiveChannels(
  db: Queryable,
  scope: Scope,
  { period, search }: { period: Period; search?: string | undefined },
  range: DayRange,
): Promise<LiveChannel[]> {
  const { networkId, currency, feeAccountId, netOnly } = scope
  const text = search?.trim()
  const rows = await db.query(
    LiveRow,
    sql`with rates_and_fees as materialized (
      ${selectRatesAndFees(feeAccountId, range)}
    ), days as materialized (
      select d.channel_id,
        d.views,
        d.premium_views,
        ${grossColumns(sql`d.revenue_micros`, sql`d.premium_revenue_micros`, sql`t.krw_micros`, currency)},
        t.permille
      from channel_daily d
      join rates_and_fees t on t.day = d.day
      where d.network_id = ${networkId}
        and d.channel_id = any(${scope.channelIds}::text[])
        and d.day between ${range.from} and ${range.to}
    ), figures as (
      select channel_id,
        sum(views)::bigint as views,
        sum(premium_views)::bigint as premium_views,
        sum(gross_profit)::bigint as gross_profit,
        sum(gross_premium_profit)::bigint as gross_premium_profit,
        sum(net_of_fee(gross_profit, permille))::bigint as net_profit,
        sum(net_of_fee(gross_premium_profit, permille))::bigint as net_premium_profit
      from days
      group by channel_id
    ), named_channels as (
      select f.*,
        coalesce(c.name, f.channel_id) as name,
        normalize_search(coalesce(c.name, f.channel_id)) as normalized_name,
        c.thumbnail
      from figures f
      left join channels c on c.channel_id = f.channel_id
        and c.network_id = ${networkId}
        and c.removed_at is null
    )
    select n.channel_id as "channelId",
      n.name,
      n.normalized_name as "normalizedName",
      n.thumbnail,
      n.views,
      n.premium_views as "premiumViews",
      n.gross_profit as "grossProfit",
      n.gross_premium_profit as "grossPremiumProfit",
      n.net_profit as "netProfit",
      n.net_premium_profit as "netPremiumProfit",
      price_per_million(${netOnly ? sql`n.net_profit` : sql`n.gross_profit`}, n.views) as price,
      case when l.network_id is not null then coalesce(p.shorts, 0) end as shorts
    from named_channels n
    left join network_periods l on l.network_id = ${networkId}
      and l.period = ${period}
      and l.from_day = ${range.from}
      and l.to_day = ${range.to}
    left join channel_period p on p.period = ${period}
      and p.network_id = ${networkId}
      and p.channel_id = n.channel_id
    ${text ? sql`where n.normalized_name like all (search_like_patterns(${text})) or n.channel_id = ${text}` : empty}`,
  )
  return rows.map(({ normalizedName, price, ...figures }) => {
    const row = applyVisibility(scope, figures)
    return {
      row,
      sortKeys: { name: normalizedName, views: row.views, profit: getProfit(row), shorts: row.shorts, price },
    }
  })
}

export function listChannelsAfter(
  channels: readonly LiveChannel[],
  order: ChannelOrder,
  afterKey: CursorKey | null,
): LiveChannel[] {
  const sorted = channels.toSorted(createComparator(order))
  if (!afterKey) return sorted
  const at = sorted.findIndex(({ row }) => row.channelId === afterKey[0])
  return at < 0 ? [] : sorted.slice(at + 1)
}

/** Must match the materialized lists: nulls last, ties by id in the same direction. */
const createComparator =
  ({ sort, order }: ChannelOrder) =>
  (a: LiveChannel, b: LiveChannel): number => {
    const [x, y] = [a.sortKeys[sort], b.sortKeys[sort]]
    const byId = compare(a.row.channelId, b.row.channelId)
    if (x === null || y === null) return x === y ? byId : x === null ? 1 : -1
    return (order === 'asc' ? 1 : -1) * (compare(x, y) || byId)
  }

const compare = <V extends string | number>(a: V, b: V) => (a < b ? -1 : a > b ? 1 : 0)
