import type { Period, VideoRow } from '#contract/reports.ts'
import type { Queryable } from '#server/db/database.ts'
import type { ListSnapshot } from '#server/figures/list-snapshot.ts'
import type { Scope } from '#server/figures/scope.ts'
import { applyVisibility, type GrossAndNet } from '#server/figures/visibility.ts'
import type { KeysetPosition } from './keyset.ts'

type Row = Omit<VideoRow, 'memberProfit'> & GrossAndNet

/**
 * Figures and names of some videos of a list, in the order given. Fees count by day, so whoever pays one is shown the
 * sum of the days; without one the list has the figures.
 */
export async function selectVideoRows(
  db: Queryable,
  scope: Scope,
  { range, currency }: ListSnapshot,
  period: Period,
  positions: readonly KeysetPosition[],
): Promise<VideoRow[]> {
  if (positions.length === 0) return []
  const rows = await db.query<Row>(
    `with terms as materialized (
      select day, krw_micros, permille
      from daily_rates_and_fees($8, $5, $6)
      where $8::integer is not null
    )
    select p.video_id as "videoId",
      p.channel_id as "channelId",
      coalesce(c.name, v.channel_name, p.channel_id) as "channelName",
      v.title,
      v.published_at as "publishedAt",
      v.length_seconds as "lengthSeconds",
      v.thumbnail,
      coalesce(n.views, p.views) as views,
      coalesce(n.premium_views, p.premium_views) as "premiumViews",
      coalesce(n.profit, p.profit) as profit,
      coalesce(n.premium_profit, p.premium_profit) as "premiumProfit",
      coalesce(n.net, 0) as net,
      coalesce(n.premium_net, 0) as "premiumNet"
    from unnest($1::text[], $2::text[]) with ordinality as requested (video_id, channel_id, position)
    join video_period p on p.period = $3
      and p.network_id = $4
      and p.channel_id = requested.channel_id
      and p.video_id = requested.video_id
    left join videos v on v.channel_id = p.channel_id
      and v.video_id = p.video_id
    left join channels c on c.channel_id = p.channel_id
      and c.network_id = p.network_id
      and c.removed_at is null
    left join lateral (
      select sum(d.views)::bigint as views,
        sum(d.premium_views)::bigint as premium_views,
        sum(d.profit)::bigint as profit,
        sum(d.premium_profit)::bigint as premium_profit,
        sum(net_of_fee(d.profit, d.permille))::bigint as net,
        sum(net_of_fee(d.premium_profit, d.permille))::bigint as premium_net
      from (
        -- over the reports of all owners, so that an amount is rounded once
        select t.permille,
          sum(o.views)::bigint as views,
          sum(o.premium_views)::bigint as premium_views,
          convert_amount(sum(o.revenue_micros)::bigint, $7, t.krw_micros) as profit,
          convert_amount(sum(o.premium_revenue_micros)::bigint, $7, t.krw_micros) as premium_profit
        from video_daily o
        join terms t on t.day = o.day
        where o.channel_id = p.channel_id
          and o.video_id = p.video_id
          and o.day between greatest($5::date, c.earns_from) and $6
        group by t.day, t.krw_micros, t.permille
      ) d
    ) n on $8::integer is not null
    order by requested.position`,
    [
      positions.map(({ ids }) => ids[0]),
      positions.map(({ ids }) => ids[1]),
      period,
      scope.networkId,
      range.from,
      range.to,
      currency,
      scope.feeAccountId,
    ],
  )
  return rows.map((row) => applyVisibility(scope, row))
}
