import * as z from 'zod/mini'
import { type Mover, type MoverKind, type Movers, maxMovers } from '#contract/reports/movers.ts'
import type { DayRange, ListedPeriod, RequestedTime } from '#contract/reports/reports.ts'
import { Music } from '#contract/reports/tracks.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { Id, Integer } from '#server/platform/db/rows.ts'
import { integer, type Sql, sql } from '#server/platform/db/sql.ts'
import { selectSharedChannels } from '#server/reports/figures/channel-owners.ts'
import { findUpToDateList } from '#server/reports/figures/list-snapshot.ts'
import { grossColumn, selectRatesAndFees } from '#server/reports/figures/money.ts'
import { getComparisonRange, getRequestedRange, joinRanges } from '#server/reports/figures/periods.ts'
import { andInScope, isChannelDay, type Scope } from '#server/reports/figures/scope.ts'
import { videoDays } from '#server/reports/figures/video-days.ts'
import { isGrossVisible, isNetVisible } from '#server/reports/figures/visibility.ts'
import { findKnownRange } from './dashboard.ts'

/** Finds the largest changes of profit between a period and the one it is compared with. */
export async function getMovers(
  db: Queryable,
  scope: Scope,
  { by, ...time }: RequestedTime & { by: MoverKind },
): Promise<Movers> {
  const { currency, revision, firstDay, latestDay } = scope
  if (latestDay === null || scope.channelIds?.length === 0) return { currency, revision, comparison: null }
  const range = getRequestedRange(time, { firstDay, latestDay })
  const previousRange = findKnownRange(scope, getComparisonRange(time, range))
  if (!previousRange) return { currency, revision, comparison: null }
  const listed = findUpToDateList(scope, time.period, range)
  const rows = await selectMovers(db, scope, by, { range, previousRange, listed })
  const listMovers = (isRiser: boolean) =>
    rows.filter((row) => row.isRiser === isRiser).map((row) => toMover(scope, row))
  const { risen = 0, fallen = 0 } = rows[0] ?? {}
  return {
    currency,
    revision,
    comparison: {
      range,
      previousRange,
      risers: listMovers(true),
      fallers: listMovers(false),
      risen,
      fallen,
    },
  }
}

/** Up to five of each direction, the largest change first. */
export const listLargestMovers = async (
  db: Queryable,
  scope: Scope,
  by: MoverKind,
  ranges: ComparedRanges,
): Promise<Mover[]> => (await selectMovers(db, scope, by, ranges)).map((row) => toMover(scope, row))

const MoverRow = z.object({
  id: z.string(),
  channelId: z.nullable(z.string()),
  name: z.nullable(z.string()),
  thumbnail: z.nullable(z.string()),
  musicId: z.nullable(Id),
  cover: Music.shape.cover,
  gross: Integer,
  net: Integer,
  previousGross: Integer,
  previousNet: Integer,
  isRiser: z.boolean(),
  risen: Integer,
  fallen: Integer,
})
type MoverRow = z.output<typeof MoverRow>

function toMover(scope: Scope, row: MoverRow): Mover {
  const { id, channelId, name, thumbnail, musicId, cover } = row
  const show = (gross: number, net: number) => ({
    grossProfit: isGrossVisible(scope) ? gross : null,
    netProfit: isNetVisible(scope) ? net : null,
  })
  return {
    ...{ id, channelId, name, thumbnail, musicId, cover },
    current: show(row.gross, row.net),
    previous: show(row.previousGross, row.previousNet),
  }
}

interface ComparedRanges {
  range: DayRange
  previousRange: DayRange
  /** The list of this period has the profits of `range`. */
  listed: ListedPeriod | null
}

async function selectMovers(
  db: Queryable,
  scope: Scope,
  by: MoverKind,
  { range, previousRange, listed }: ComparedRanges,
): Promise<MoverRow[]> {
  const { days, list, keys, names } = sources[by](scope)
  const sharedChannelIds = by === 'channel' ? [] : await selectSharedChannels(db, scope.channelIds)
  const summedRange = listed === null ? joinRanges(range, previousRange) : previousRange
  const isSummed =
    listed === null ? sql`(${isWithin(range)} or ${isWithin(previousRange)})` : isWithin(previousRange)
  return db.query(
    MoverRow,
    sql`with rates_and_fees as materialized (
      ${selectRatesAndFees(scope.feeAccountId, summedRange)}
    ), days as (
      ${days(isSummed, sharedChannelIds)}
    ), sums as (
      ${listed === null ? sumDays(scope, range, previousRange) : addToList(list(listed))}
    ), changes as materialized (
      select k.*,
        ${scope.netOnly ? sql`k.net - k.previous_net` : sql`k.gross - k.previous_gross`} as change
      from (
        ${keys}
      ) k
    ), ends as (
      (${selectEnd('desc')})
      union all
      (${selectEnd('asc')})
    )
    select e.id,
      e.channel_id as "channelId",
      e.gross,
      e.net,
      e.previous_gross as "previousGross",
      e.previous_net as "previousNet",
      e.change > 0 as "isRiser",
      t.risen,
      t.fallen,
      ${names.columns}
    from ends e
    cross join (
      select coalesce(sum(greatest(change, 0)), 0)::bigint as risen,
        coalesce(sum(least(change, 0)), 0)::bigint as fallen
      from changes
    ) t
    ${names.join}
    order by abs(e.change) desc, e.id, e.channel_id`,
  )
}

const isWithin = ({ from, to }: DayRange): Sql => sql`o.day between ${from}::date and ${to}::date`

/** Sums both ranges by channel and video. */
const sumDays = (scope: Scope, range: DayRange, previousRange: DayRange): Sql => {
  const net = scope.feeAccountId === null ? sql`gross_profit` : sql`net_of_fee(gross_profit, permille)`
  return sql`select channel_id,
        video_id,
        ${sumWithin(sql`gross_profit`, range)} as gross,
        ${sumWithin(net, range)} as net,
        ${sumWithin(sql`gross_profit`, previousRange)} as previous_gross,
        ${sumWithin(net, previousRange)} as previous_net
      from days o
      group by channel_id, video_id`
}

/** The days are those of the previous range. Without a fee, the net is the gross. */
const addToList = (list: Sql): Sql =>
  sql`select channel_id,
        video_id,
        sum(gross)::bigint as gross,
        sum(gross)::bigint as net,
        sum(previous_gross)::bigint as previous_gross,
        sum(previous_gross)::bigint as previous_net
      from (
        select channel_id,
          video_id,
          profit as gross,
          0::bigint as previous_gross
        from (
          ${list}
        ) listed
        union all
        select channel_id,
          video_id,
          0::bigint,
          sum(gross_profit)::bigint
        from days
        group by channel_id, video_id
      ) both_ranges
      group by channel_id, video_id`

const sumWithin = (amount: Sql, range: DayRange): Sql =>
  sql`coalesce(sum(${amount}) filter (where ${isWithin(range)}), 0)::bigint`

const selectEnd = (order: 'asc' | 'desc'): Sql =>
  sql`select *
      from changes
      where change ${order === 'desc' ? sql`>` : sql`<`} 0
      order by change ${order === 'desc' ? sql`desc` : sql`asc`}, id, channel_id
      limit ${integer(maxMovers)}`

interface MoverSource {
  /** `gross_profit` and `permille` of each channel, video and day, of `o.day`. Needs `rates_and_fees`. */
  days(isInRange: Sql, sharedChannelIds: readonly string[]): Sql
  list(period: ListedPeriod): Sql
  /** Sums by id, from `sums`. */
  keys: Sql
  names: { columns: Sql; join: Sql }
}

const sumColumns = sql`gross,
          net,
          previous_gross,
          previous_net`

const ofVideos = (scope: Scope): Pick<MoverSource, 'days' | 'list'> => ({
  days: (isInRange, sharedChannelIds) => videoDays(scope, sharedChannelIds, isInRange),
  list: (period) =>
    sql`select channel_id, video_id, profit
          from video_period
          where period = ${period}
            and network_id = ${scope.networkId}
            ${andInScope(sql`channel_id`, scope)}`,
})

const ofChannels = (scope: Scope): Pick<MoverSource, 'days' | 'list'> => ({
  days: (isInRange) =>
    sql`select o.channel_id,
        null::text as video_id,
        t.day,
        t.permille,
        ${grossColumn(sql`o.revenue_micros`, sql`t.krw_micros`, scope.currency)}
      from channel_daily o
      join rates_and_fees t on t.day = o.day
      where ${isChannelDay(sql`o`, scope.networkId, scope.channelIds)}
        and ${isInRange}`,
  list: (period) =>
    sql`select channel_id, null::text as video_id, profit
          from channel_period
          where period = ${period}
            and network_id = ${scope.networkId}
            ${andInScope(sql`channel_id`, scope)}`,
})

const sources: Record<MoverKind, (scope: Scope) => MoverSource> = {
  channel: (scope) => ({
    ...ofChannels(scope),
    keys: sql`select channel_id as id,
          null::text as channel_id,
          ${sumColumns}
        from sums`,
    names: {
      columns: sql`c.name,
      c.thumbnail,
      null::integer as "musicId",
      null::text as cover`,
      join: sql`left join channels c on c.channel_id = e.id
      and c.network_id = ${scope.networkId}
      and c.removed_at is null`,
    },
  }),
  video: (scope) => ({
    ...ofVideos(scope),
    keys: sql`select video_id as id,
          channel_id,
          ${sumColumns}
        from sums`,
    names: {
      columns: sql`v.title as name,
      v.thumbnail,
      null::integer as "musicId",
      null::text as cover`,
      join: sql`left join videos v on v.channel_id = e.channel_id
      and v.video_id = e.id`,
    },
  }),
  track: (scope) => ({
    ...ofVideos(scope),
    keys: sql`select isrc as id,
          null::text as channel_id,
          sum(gross)::bigint as gross,
          sum(net)::bigint as net,
          sum(previous_gross)::bigint as previous_gross,
          sum(previous_net)::bigint as previous_net
        from (
          -- claims of several owners on one track are one use
          select distinct s.*,
            c.isrc
          from sums s
          join active_claims c on c.channel_id = s.channel_id
            and c.video_id = s.video_id
        ) uses
        group by isrc`,
    names: {
      columns: sql`m.name,
      null::text as thumbnail,
      case when m.withdrawn_at is null then m.id end as "musicId",
      m.cover`,
      join: sql`left join tracks m on m.isrc = e.id`,
    },
  }),
}
