import * as z from 'zod/mini'
import { ChannelRow, type ChannelSort } from '#contract/reports/channel-report.ts'
import {
  type DayRange,
  getPremiumProfit,
  getProfit,
  ListedPeriod,
  type Period,
  type SortOrder,
} from '#contract/reports/reports.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { Integer } from '#server/platform/db/rows.ts'
import { empty, type Sql, sql } from '#server/platform/db/sql.ts'
import { channelSums } from '#server/reports/figures/channel-sums.ts'
import { andInScope, type Scope } from '#server/reports/figures/scope.ts'
import {
  applyVisibility,
  GrossAndNet,
  shownPremiumProfit,
  shownProfit,
} from '#server/reports/figures/visibility.ts'
import type { CursorKey } from '#server/reports/paging/cursor.ts'

/** A row of a list, without what is looked up for the rows of a page. */
export type ChannelFigures = Omit<ChannelRow, 'previous' | 'members' | 'tags'>

export interface LiveChannel {
  row: ChannelFigures
  /** Visibility is not applied yet. */
  sums: GrossAndNet
  sortKeys: Partial<Record<ChannelSort, string | number | null>>
}

interface ChannelOrder {
  sort: ChannelSort
  order: SortOrder
}

const LiveRow = z.extend(z.pick(ChannelRow, { channelId: true, name: true, thumbnail: true, shorts: true }), {
  ...GrossAndNet.shape,
  normalizedName: z.string(),
  price: z.nullable(Integer),
  premiumRate: z.nullable(Integer),
  premiumPrice: z.nullable(Integer),
})

export async function selectLiveChannels(
  db: Queryable,
  scope: Scope,
  { period, search }: { period: Period; search?: string | undefined },
  range: DayRange,
): Promise<LiveChannel[]> {
  const { networkId } = scope
  const text = search?.trim()
  const shorts = selectShorts(scope, period, range)
  const rows = await db.query(
    LiveRow,
    sql`with ${channelSums(scope, range, scope.channelIds)}, named_channels as (
      select f.*,
        coalesce(c.name, f.channel_id) as name,
        normalize_search(coalesce(c.name, f.channel_id)) as normalized_name,
        c.thumbnail
      from channel_sums f
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
      price_per_million(${shownProfit(scope, sql`n`)}, n.views) as price,
      price_per_million(n.premium_views, n.views) as "premiumRate",
      price_per_million(${shownPremiumProfit(scope, sql`n`)}, n.premium_views) as "premiumPrice",
      ${shorts.column} as shorts
    from named_channels n
    ${shorts.join}
    ${text ? sql`where n.normalized_name like all (search_like_patterns(${text})) or n.channel_id = ${text}` : empty}`,
  )
  return rows.map(({ normalizedName, price, premiumRate, premiumPrice, ...figures }) => {
    const row = applyVisibility(scope, figures)
    const { views, shorts, premiumViews } = row
    return {
      row,
      sums: figures,
      sortKeys: {
        name: normalizedName,
        views,
        profit: getProfit(row),
        shorts,
        price,
        premiumViews,
        premiumRate,
        premiumProfit: getPremiumProfit(row),
        premiumPrice,
      },
    }
  })
}

/** Counted live only where no list has counted them: that reads every video of the period. */
function selectShorts(scope: Scope, period: Period, range: DayRange): { column: Sql; join: Sql } {
  const { networkId } = scope
  if (ListedPeriod.safeParse(period).success)
    return {
      column: sql`case when l.network_id is not null then coalesce(p.shorts, 0) end`,
      join: sql`left join network_periods l on l.network_id = ${networkId}
      and l.period = ${period}
      and l.from_day = ${range.from}
      and l.to_day = ${range.to}
    left join channel_period p on p.period = ${period}
      and p.network_id = ${networkId}
      and p.channel_id = n.channel_id`,
    }
  return {
    column: sql`coalesce(s.shorts, 0)`,
    join: sql`left join (
      select v.channel_id,
        count(distinct v.video_id) as shorts
      from earning_channels c
      join video_daily v on v.channel_id = c.channel_id
        and v.day >= c.earns_from
      where c.network_id = ${networkId}
        ${andInScope(sql`c.channel_id`, scope)}
        and v.video_id <> ''
        and v.day between ${range.from} and ${range.to}
      group by v.channel_id
    ) s on s.channel_id = n.channel_id`,
  }
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
    const [x, y] = [a.sortKeys[sort] ?? null, b.sortKeys[sort] ?? null]
    const byId = compare(a.row.channelId, b.row.channelId)
    if (x === null || y === null) return x === y ? byId : x === null ? 1 : -1
    return (order === 'asc' ? 1 : -1) * (compare(x, y) || byId)
  }

const compare = <V extends string | number>(a: V, b: V) => (a < b ? -1 : a > b ? 1 : 0)
