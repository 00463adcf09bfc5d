import * as z from 'zod/mini'
import type { ListedPeriod } from '#contract/reports/reports.ts'
import { VideoDetail } from '#contract/reports/video-detail.ts'
import type { VideoRow } from '#contract/reports/videos.ts'
import type { Queryable, QueryOptions } from '#server/platform/db/database.ts'
import { empty, type Sql, sql } from '#server/platform/db/sql.ts'
import type { ListSnapshot } from '#server/reports/figures/list-snapshot.ts'
import { grossColumns, selectRatesAndFees } from '#server/reports/figures/money.ts'
import type { Scope } from '#server/reports/figures/scope.ts'
import { applyVisibility, GrossAndNet } from '#server/reports/figures/visibility.ts'

const FiguresRow = z.extend(VideoDetail.shape.video, GrossAndNet.shape)

interface RequestedVideos extends QueryOptions {
  /** A query for `video_id`, `channel_id` and `liveFigures`. */
  page: Sql
  orderBy: Sql
  /** Limits `page`, if it returns more rows. */
  limit: number
}

/** A page takes its figures from `createVideoList` (`list`), if they were summed live. */
export const liveFigures = ({ listed }: ListSnapshot, list: Sql): Sql =>
  listed === null
    ? sql`,
      ${list}.views,
      ${list}.premium_views,
      ${list}.gross_profit,
      ${list}.gross_premium_profit,
      ${list}.net_profit,
      ${list}.net_premium_profit`
    : empty

/** Figures come from the list; those of a materialized one are gross, so the net is summed live: a fee applies by day. */
export async function selectVideoRows(
  db: Queryable,
  scope: Scope,
  snapshot: ListSnapshot,
  { page, orderBy, limit, plan = 'custom' }: RequestedVideos,
): Promise<VideoRow[]> {
  const source = createFigureSource(scope, snapshot)
  const statement = sql`${source.with}
    select page.video_id as "videoId",
      page.channel_id as "channelId",
      coalesce(c.name, v.channel_name, page.channel_id) as "channelName",
      v.title,
      v.published_at as "publishedAt",
      v.length_seconds as "lengthSeconds",
      v.thumbnail,
      ${source.columns}
    from (
      ${page}
    ) page
    ${source.list}
    left join videos v on v.channel_id = ${source.key}.channel_id
      and v.video_id = ${source.key}.video_id
    left join channels c on c.channel_id = page.channel_id
      and c.network_id = ${scope.networkId}
      and c.removed_at is null
    ${source.liveSums}
    ${orderBy}
    limit ${limit}`
  const rows = await db.query(FiguresRow, statement, { plan })
  return rows.map((row) => applyVisibility(scope, row))
}

interface FigureSource {
  with: Sql
  columns: Sql
  /** A join with the materialized list. */
  list: Sql
  /** The ids of a video: on a cluster, two distributed tables are joined by their own columns, not by those of the page. */
  key: Sql
  /** A join with sums of the page's videos. */
  liveSums: Sql
}

function createFigureSource(scope: Scope, snapshot: ListSnapshot): FigureSource {
  const { listed } = snapshot
  if (listed === null)
    return { with: empty, columns: liveColumns, list: empty, key: sql`page`, liveSums: empty }
  const listedSource = { list: joinList(scope, listed), key: sql`p` }
  if (scope.feeAccountId === null)
    return { ...listedSource, with: empty, columns: listColumns, liveSums: empty }
  return {
    ...listedSource,
    with: sql`with rates_and_fees as materialized (
      ${selectRatesAndFees(scope.feeAccountId, snapshot.range)}
    )`,
    columns: liveOrListColumns,
    liveSums: joinLiveSums(snapshot),
  }
}

const joinList = ({ networkId }: Scope, listed: ListedPeriod): Sql =>
  sql`join video_period p on p.period = ${listed}
      and p.network_id = ${networkId}
      and p.channel_id = page.channel_id
      and p.video_id = page.video_id`

const listColumns = sql`p.views,
      p.premium_views as "premiumViews",
      p.profit as "grossProfit",
      p.premium_profit as "grossPremiumProfit",
      p.profit as "netProfit",
      p.premium_profit as "netPremiumProfit"`

const liveColumns = sql`page.views,
      page.premium_views as "premiumViews",
      page.gross_profit as "grossProfit",
      page.gross_premium_profit as "grossPremiumProfit",
      page.net_profit as "netProfit",
      page.net_premium_profit as "netPremiumProfit"`

/** A listed video may have no figures any more between a change of figures and the refresh of the list. */
const liveOrListColumns = sql`coalesce(n.views, p.views) as views,
      coalesce(n.premium_views, p.premium_views) as "premiumViews",
      coalesce(n.gross_profit, p.profit) as "grossProfit",
      coalesce(n.gross_premium_profit, p.premium_profit) as "grossPremiumProfit",
      coalesce(n.net_profit, 0) as "netProfit",
      coalesce(n.net_premium_profit, 0) as "netPremiumProfit"`

const joinLiveSums = ({ range, currency }: ListSnapshot): Sql =>
  sql`left join lateral (
      select sum(d.views)::bigint as views,
        sum(d.premium_views)::bigint as premium_views,
        sum(d.gross_profit)::bigint as gross_profit,
        sum(d.gross_premium_profit)::bigint as gross_premium_profit,
        sum(net_of_fee(d.gross_profit, d.permille))::bigint as net_profit,
        sum(net_of_fee(d.gross_premium_profit, d.permille))::bigint as net_premium_profit
      from (
        -- the sum over all owners, so that a day is converted and rounded once
        select t.permille,
          sum(o.views)::bigint as views,
          sum(o.premium_views)::bigint as premium_views,
          ${grossColumns(
            sql`sum(o.revenue_micros)::bigint`,
            sql`sum(o.premium_revenue_micros)::bigint`,
            sql`t.krw_micros`,
            currency,
          )}
        from video_daily o
        join rates_and_fees t on t.day = o.day
        where o.channel_id = p.channel_id
          and o.video_id = p.video_id
          and o.day between greatest(${range.from}::date, c.earns_from) and ${range.to}
        group by t.day, t.krw_micros, t.permille
      ) d
    ) n on true`
