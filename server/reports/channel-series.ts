import {
  type ChannelDailyValues,
  type ChannelSeries,
  defaultSeriesChannels,
} from '#contract/channel-report.ts'
import type { DayRange, Period } from '#contract/reports.ts'
import type { Queryable } from '#server/db/database.ts'
import { getPeriodRange, listDays } from '#server/figures/periods.ts'
import { requireChannels, type Scope } from '#server/figures/scope.ts'
import { alignToDays } from '#server/figures/series.ts'
import { selectTopChannelIds } from './channel-page.ts'

interface ChannelSeriesQuery {
  period: Period
  channels?: readonly string[] | undefined
}

/**
 * The days of some channels, and of all others together.
 * @throws {Refusal} `not_found` for a channel that is not among those in question
 */
export async function getChannelSeries(
  db: Queryable,
  scope: Scope,
  { period, channels }: ChannelSeriesQuery,
): Promise<ChannelSeries> {
  const { currency, revision, latestDay } = scope
  if (channels) await requireChannels(db, scope, channels)
  if (latestDay === null || scope.channelIds?.length === 0) return { currency, revision, report: null }
  const profitOrder = { period, sort: 'profit', order: 'desc' } as const
  const requestedIds = channels ?? (await selectTopChannelIds(db, scope, profitOrder, defaultSeriesChannels))
  const namedChannels = await selectChannelNames(db, scope, requestedIds)
  const range = getPeriodRange(period, latestDay)
  const channelIds = namedChannels.map(({ channelId }) => channelId)
  const days = listDays(range)
  const columns = alignChannelColumns(days, await selectDailyColumns(db, scope, range, channelIds))
  return {
    currency,
    revision,
    report: {
      range,
      days,
      channels: namedChannels.map((channel) => ({ ...channel, ...columns(channel.channelId) })),
      other: columns(otherChannels),
    },
  }
}

/** In the order given; without those that were removed since a list was built. */
const selectChannelNames = (db: Queryable, { networkId }: Scope, channelIds: readonly string[]) =>
  db.query<{ channelId: string; name: string }>(
    `select c.channel_id as "channelId",
      c.name
    from unnest($1::text[]) with ordinality as requested (channel_id, position)
    join channels c on c.channel_id = requested.channel_id
      and c.network_id = $2
      and c.removed_at is null
    order by requested.position`,
    [channelIds, networkId],
  )

/** Stands for the channels that were not asked for. */
const otherChannels = ''

/** The days on which a part has figures, in no order, and in the order of them the figures. */
interface DailyColumns {
  channelId: string
  days: string[]
  views: number[]
  profit: number[]
}

/**
 * The days of the channels asked for, where they have figures, and of the others together, for every day on which the
 * network has any. The others are what the sum of all leaves.
 */
const selectDailyColumns = (
  db: Queryable,
  scope: Scope,
  { from, to }: DayRange,
  channelIds: readonly string[],
) =>
  db.query<DailyColumns>(
    `with terms as materialized (
      select day, krw_micros, permille
      from daily_rates_and_fees($6, $3, $4)
    ), known as (
      select day,
        views,
        revenue_micros
      from network_daily
      where network_id = $1
        and day between $3 and $4
    ), totals as (
      select day,
        views,
        revenue_micros
      from known
      where $2::text[] is null
      union all
      select day,
        sum(views)::bigint,
        sum(revenue_micros)::bigint
      from channel_daily
      where channel_id = any($2)
        and network_id = $1
        and day between $3 and $4
      group by day
    ), chosen as (
      select channel_id,
        day,
        views,
        revenue_micros
      from channel_daily
      where channel_id = any($7)
        and network_id = $1
        and day between $3 and $4
    ), parts as (
      select channel_id,
        day,
        views,
        revenue_micros
      from chosen
      union all
      select '',
        k.day,
        coalesce(t.views, 0) - coalesce(c.views, 0),
        coalesce(t.revenue_micros, 0) - coalesce(c.revenue_micros, 0)
      from known k
      left join totals t on t.day = k.day
      left join (
        select day,
          sum(views)::bigint as views,
          sum(revenue_micros)::bigint as revenue_micros
        from chosen
        group by day
      ) c on c.day = k.day
    ), days as materialized (
      select p.channel_id,
        p.day,
        p.views,
        convert_amount(p.revenue_micros, $5, t.krw_micros) as profit,
        t.permille
      from parts p
      join terms t on t.day = p.day
    )
    select channel_id as "channelId",
      json_agg(day) as days,
      json_agg(views) as views,
      json_agg(case when $8 then net_of_fee(profit, permille) else profit end) as profit
    from days
    group by channel_id`,
    [
      scope.networkId,
      scope.channelIds,
      from,
      to,
      scope.currency,
      scope.feeAccountId,
      channelIds,
      scope.netOnly,
    ],
  )

/** The columns of each channel, and of `others`, which has the days that are known. */
function alignChannelColumns(days: readonly string[], series: readonly DailyColumns[]) {
  const byChannel = new Map(series.map((own) => [own.channelId, own]))
  const alignColumns = alignToDays(days, new Set(byChannel.get(otherChannels)?.days))
  return (channelId: string): ChannelDailyValues => {
    const part = byChannel.get(channelId)
    const readColumn = alignColumns(part?.days.map((day, at) => ({ day, at })) ?? [])
    return {
      views: readColumn(({ at }) => part?.views[at] ?? 0),
      profit: readColumn(({ at }) => part?.profit[at] ?? 0),
    }
  }
}
