import { type ChannelDays, type ChannelSeries, unaskedChannels } from '#contract/channel-report.ts'
import type { DayRange, Period } from '#contract/reports.ts'
import type { Queries } from '#server/db/connect.ts'
import { firstChannels } from './channels.ts'
import { daysOf, periodRange } from './periods.ts'
import { requireChannels, type Scope } from './scope.ts'
import { columnsOver } from './series.ts'

interface Question {
  period: Period
  channels?: readonly string[] | undefined
}

/**
 * The days of some channels, and of all others together.
 * @throws {Refusal} `not_found` for a channel that is not among those in question
 */
export async function channelSeries(
  db: Queries,
  scope: Scope,
  { period, channels }: Question,
): Promise<ChannelSeries> {
  const { currency, revision, latestDay } = scope
  if (channels) await requireChannels(db, scope, channels)
  if (latestDay === null || scope.channelIds?.length === 0) return { currency, revision, report: null }
  const byProfit = { period, sort: 'profit', order: 'desc' } as const
  const wanted = channels ?? (await firstChannels(db, scope, byProfit, unaskedChannels))
  const named = await selectNames(db, scope, wanted)
  const range = periodRange(period, latestDay)
  const chosen = named.map(({ channelId }) => channelId)
  const days = daysOf(range)
  const columns = columnsOf(days, await selectParts(db, scope, range, chosen))
  return {
    currency,
    revision,
    report: {
      range,
      days,
      channels: named.map((channel) => ({ ...channel, ...columns(channel.channelId) })),
      other: columns(others),
    },
  }
}

/** In the order given; without those that were removed since a list was built. */
const selectNames = (db: Queries, { networkId }: Scope, wanted: readonly string[]) =>
  db.query<{ channelId: string; name: string }>(
    `select c.channel_id as "channelId",
      c.name
    from unnest($1::text[]) with ordinality as wanted (channel_id, place)
    join channels c on c.channel_id = wanted.channel_id
      and c.network_id = $2
      and c.removed_at is null
    order by wanted.place`,
    [wanted, networkId],
  )

/** Stands for the channels that were not asked for. */
const others = ''

/** The days on which a part has figures, in no order, and in the order of them the figures. */
interface PartDays {
  channelId: string
  days: string[]
  views: number[]
  profit: number[]
}

/**
 * The days of the channels asked for, where they have figures, and of the others together, for every day on which the
 * network has any. The others are what the sum of all leaves.
 */
const selectParts = (db: Queries, scope: Scope, { from, to }: DayRange, channelIds: readonly string[]) =>
  db.query<PartDays>(
    `with terms as materialized (
      select day, krw_micros, permille
      from terms_between($6, $3, $4)
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
        amount(p.revenue_micros, $5, t.krw_micros) as profit,
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
    [scope.networkId, scope.channelIds, from, to, scope.currency, scope.feeOf, channelIds, scope.netOnly],
  )

/** The columns of each channel, and of `others`, which has the days that are known. */
function columnsOf(days: readonly string[], parts: readonly PartDays[]) {
  const byChannel = new Map(parts.map((part) => [part.channelId, part]))
  const columns = columnsOver(days, new Set(byChannel.get(others)?.days))
  return (channelId: string): ChannelDays => {
    const part = byChannel.get(channelId)
    const column = columns(part?.days.map((day, at) => ({ day, at })) ?? [])
    return {
      views: column(({ at }) => part?.views[at] ?? 0),
      profit: column(({ at }) => part?.profit[at] ?? 0),
    }
  }
}
