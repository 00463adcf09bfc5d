import type { ChannelRow, ChannelSort } from '#contract/channel-report.ts'
import type { DayRange, Period, SortOrder } from '#contract/reports.ts'
import type { Queryable } from '#server/db/database.ts'
import type { Scope } from '#server/figures/scope.ts'
import { applyVisibility, type GrossAndNet } from '#server/figures/visibility.ts'
import type { CursorKey } from './cursor.ts'

/** A channel, and what it is sorted by; nothing where it has no views. */
interface LiveChannel {
  row: ChannelRow
  sortKeys: Record<ChannelSort, string | number | null>
}

interface Sorting {
  sort: ChannelSort
  order: SortOrder
}

type Row = Omit<ChannelRow, 'memberProfit'> & GrossAndNet & { form: string; price: number | null }

/** The channels of a scope that a search finds, counted from their days. */
export async function selectLiveChannels(
  db: Queryable,
  scope: Scope,
  { period, search }: { period: Period; search?: string | undefined },
  { from, to }: DayRange,
): Promise<LiveChannel[]> {
  const rows = await db.query<Row>(
    `with terms as materialized (
      select day, krw_micros, permille
      from daily_rates_and_fees($6, $3, $4)
    ), figures as (
      select wanted.channel_id,
        f.*
      from unnest($2::text[]) wanted (channel_id)
      cross join lateral (
        -- the gross of whoever sees the net alone is not counted, nor what is left of the premium for others
        select sum(views)::bigint as views,
          sum(premium_views)::bigint as premium_views,
          case when $9 then 0 else sum(profit)::bigint end as profit,
          case when $9 then 0 else sum(premium_profit)::bigint end as premium_profit,
          sum(net_of_fee(profit, permille))::bigint as net,
          case when $9 then sum(net_of_fee(premium_profit, permille))::bigint else 0 end as premium_net
        from (
          select d.views,
            d.premium_views,
            convert_amount(d.revenue_micros, $5, t.krw_micros) as profit,
            convert_amount(d.premium_revenue_micros, $5, t.krw_micros) as premium_profit,
            t.permille
          from channel_daily d
          join terms t on t.day = d.day
          where d.network_id = $1
            and d.channel_id = wanted.channel_id
            and d.day between $3 and $4
          -- keeps the amounts from being counted again for the net
          offset 0
        ) days
      ) f
      where f.views is not null
    ), named as (
      select f.*,
        coalesce(c.name, f.channel_id) as name,
        normalize_search(coalesce(c.name, f.channel_id)) as form,
        c.thumbnail
      from figures f
      left join channels c on c.channel_id = f.channel_id
        and c.network_id = $1
        and c.removed_at is null
    )
    select n.channel_id as "channelId",
      n.name,
      n.form,
      n.thumbnail,
      n.views,
      n.premium_views as "premiumViews",
      n.profit,
      n.premium_profit as "premiumProfit",
      n.net,
      n.premium_net as "premiumNet",
      price_per_million(case when $9 then n.net else n.profit end, n.views) as price,
      case when l.network_id is not null then coalesce(p.shorts, 0) end as shorts
    from named n
    left join network_periods l on l.network_id = $1
      and l.period = $7
      and l.from_day = $3
      and l.to_day = $4
    left join channel_period p on p.period = $7
      and p.network_id = $1
      and p.channel_id = n.channel_id
    where $8::text is null
      or n.form like all (search_like_patterns($8))
      or n.channel_id = $8`,
    [
      scope.networkId,
      scope.channelIds,
      from,
      to,
      scope.currency,
      scope.feeAccountId,
      period,
      search?.trim() || null,
      scope.netOnly,
    ],
  )
  return rows.map(({ form, price, ...figures }) => {
    const row = applyVisibility(scope, figures)
    return { row, sortKeys: { name: form, views: row.views, profit: row.profit, shorts: row.shorts, price } }
  })
}

/** What follows a row in an order; nothing after one that is no longer there. */
export function listChannelsAfter(
  channels: readonly LiveChannel[],
  sorting: Sorting,
  afterKey: CursorKey | null,
): LiveChannel[] {
  const sorted = channels.toSorted(createComparator(sorting))
  if (!afterKey) return sorted
  const at = sorted.findIndex(({ row }) => row.channelId === afterKey[0])
  return at < 0 ? [] : sorted.slice(at + 1)
}

/** As the lists of a network are sorted: without a value last, ties by id the same way as the rest. */
const createComparator =
  ({ sort, order }: Sorting) =>
  (a: LiveChannel, b: LiveChannel): number => {
    const [x, y] = [a.sortKeys[sort], b.sortKeys[sort]]
    const byId = compare(a.row.channelId, b.row.channelId)
    if (x === null || y === null) return x === y ? byId : x === null ? 1 : -1
    return (order === 'asc' ? 1 : -1) * (compare(x, y) || byId)
  }

const compare = <V extends string | number>(a: V, b: V) => (a < b ? -1 : a > b ? 1 : 0)
