import type { ChannelDays, ChannelReport, ChannelRow, ChannelSeries } from '#contract/channel-report.ts'
import type { DayRange, Period } from '#contract/reports.ts'
import type { Queries } from '#server/db/connect.ts'
import { Refusal } from '#server/http.ts'
import type { Account } from '#server/session.ts'
import { dashboard } from './dashboard.ts'
import { daysOf, periodRange } from './periods.ts'
import { reportScope, type Scope } from './scope.ts'
import { readWhole } from './whole.ts'

export interface ChannelQuestion {
  period: Period
  member?: number | undefined
}

/**
 * The dashboard's totals and the channels beneath them. Amounts of a channel are converted, and its fee taken, by
 * (channel, day); those of the totals by day, over the sum of the channels. Both round halves away from zero, to the
 * unit of the currency, once for the conversion to won and once for the fee. So a sum of channels can differ from the
 * total by at most half a unit for each rounding on either side: never in views, in gross dollars or for one channel.
 */
export const channelReport = (
  db: Queries,
  account: Account,
  { period, member }: ChannelQuestion,
): Promise<ChannelReport> =>
  readWhole(db, async () => {
    const scope = await reportScope(db, account, member)
    const { report, ...data } = await dashboard(db, scope, period)
    if (!report) return { ...data, report }
    const { range, totals, previous } = report
    return {
      ...data,
      report: {
        range,
        totals,
        previous: previous && { range: previous.range, totals: previous.totals },
        channels: (await selectChannels(db, scope, period, range))
          .map((row) => seenBy(scope, row))
          .sort(byProfit),
      },
    }
  })

/** @throws {Refusal} also `not_found` for a channel that is not among those in question */
export const channelSeries = (
  db: Queries,
  account: Account,
  { period, member, channels }: ChannelQuestion & { channels: string[] },
): Promise<ChannelSeries> =>
  readWhole(db, async () => {
    const scope = await reportScope(db, account, member)
    await requireChannels(db, scope, channels)
    const { currency, revision, latestDay } = scope
    if (latestDay === null) return { currency, revision, report: null }
    const range = periodRange(period, latestDay)
    const days = daysOf(range)
    const columns = columnsOf(scope, days, await selectParts(db, scope, range, channels))
    return {
      currency,
      revision,
      report: {
        range,
        days,
        channels: channels.map((channelId) => ({ channelId, ...columns(channelId) })),
        other: columns(others),
      },
    }
  })

interface Row extends Omit<ChannelRow, 'memberProfit'> {
  net: number
  premiumNet: number
}

/** Nobody's fee costs nothing: the net, which then nobody is shown, is not computed. */
const selectChannels = (db: Queries, scope: Scope, period: Period, { from, to }: DayRange) =>
  db.query<Row>(
    `with rates as materialized (
      select day,
        krw_micros,
        fee_permille_on($6, day) as permille
      from rates_between($3, $4)
    ), days as (
      select d.channel_id,
        d.views,
        d.premium_views,
        amount(d.revenue_micros, $5, r.krw_micros) as profit,
        amount(d.premium_revenue_micros, $5, r.krw_micros) as premium_profit,
        r.permille
      from channel_daily d
      join rates r on r.day = d.day
      where d.network_id = $1
        and ($2::text[] is null or d.channel_id = any($2))
        and d.day between $3 and $4
    ), figures as (
      select channel_id,
        sum(views)::bigint as views,
        sum(premium_views)::bigint as premium_views,
        sum(profit)::bigint as profit,
        sum(premium_profit)::bigint as premium_profit,
        sum(case when $6::integer is not null then net_of_fee(profit, permille) end)::bigint as net,
        sum(case when $6::integer is not null then net_of_fee(premium_profit, permille) end)::bigint as premium_net
      from days
      group by channel_id
    ), listed as (
      select network_id
      from network_periods
      where network_id = $1
        and period = $7
        and from_day = $3
        and to_day = $4
    ), videos_of as (
      select channel_id,
        count(*) as shorts
      from video_period
      where period = $7
        and network_id = $1
        and ($2::text[] is null or channel_id = any($2))
      group by channel_id
    )
    select f.channel_id as "channelId",
      coalesce(c.name, f.channel_id) as name,
      c.thumbnail,
      f.views,
      f.premium_views as "premiumViews",
      f.profit,
      f.premium_profit as "premiumProfit",
      coalesce(f.net, 0) as net,
      coalesce(f.premium_net, 0) as "premiumNet",
      case when exists (select from listed) then coalesce(v.shorts, 0) end as shorts
    from figures f
    left join channels c on c.channel_id = f.channel_id
      and c.network_id = $1
      and c.removed_at is null
    left join videos_of v on v.channel_id = f.channel_id`,
    [scope.networkId, scope.channelIds, from, to, scope.currency, scope.feeOf, period],
  )

function seenBy(scope: Scope, { net, premiumNet, ...row }: Row): ChannelRow {
  if (scope.netOnly) return { ...row, profit: net, premiumProfit: premiumNet, memberProfit: null }
  return { ...row, memberProfit: scope.feeOf === null ? null : net }
}

const byProfit = (a: ChannelRow, b: ChannelRow) => b.profit - a.profit || (a.channelId < b.channelId ? -1 : 1)

async function requireChannels(db: Queries, scope: Scope, wanted: readonly string[]): Promise<void> {
  const known = new Set(scope.channelIds ?? (await selectRegistered(db, scope.networkId, wanted)))
  if (!wanted.every((channelId) => known.has(channelId))) throw new Refusal('not_found')
}

async function selectRegistered(db: Queries, networkId: number, wanted: readonly string[]) {
  const rows = await db.query<{ channelId: string }>(
    `select channel_id as "channelId"
    from channels
    where channel_id = any($1)
      and network_id = $2
      and removed_at is null`,
    [wanted, networkId],
  )
  return rows.map(({ channelId }) => channelId)
}

/** Stands for the channels that were not asked for. */
const others = ''

interface Part {
  channelId: string
  day: string
  views: number
  profit: number
  net: number
}

/**
 * The days of the channels asked for, where they have figures, and of the others together, for every day on which the
 * network has any. The others are what the sum of all leaves.
 */
const selectParts = (db: Queries, scope: Scope, { from, to }: DayRange, channelIds: readonly string[]) =>
  db.query<Part>(
    `with rates as materialized (
      select day,
        krw_micros,
        fee_permille_on($6, day) as permille
      from rates_between($3, $4)
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
    ), days as (
      select p.channel_id,
        p.day,
        p.views,
        amount(p.revenue_micros, $5, r.krw_micros) as profit,
        r.permille
      from parts p
      join rates r on r.day = p.day
    )
    select channel_id as "channelId",
      day,
      views,
      profit,
      net_of_fee(profit, permille) as net
    from days`,
    [scope.networkId, scope.channelIds, from, to, scope.currency, scope.feeOf, channelIds],
  )

/** The columns of each channel, and of `others`, whose rows tell which days are known. */
function columnsOf(scope: Scope, days: readonly string[], parts: readonly Part[]) {
  const keyOf = (channelId: string, day: string) => `${channelId} ${day}`
  const byKey = new Map(parts.map((part) => [keyOf(part.channelId, part.day), part]))
  return (channelId: string): ChannelDays => {
    const column = (of: (part: Part) => number) =>
      days.map((day) => {
        const part = byKey.get(keyOf(channelId, day))
        if (part) return of(part)
        return byKey.has(keyOf(others, day)) ? 0 : null
      })
    return {
      views: column(({ views }) => views),
      profit: column(({ profit, net }) => (scope.netOnly ? net : profit)),
    }
  }
}
