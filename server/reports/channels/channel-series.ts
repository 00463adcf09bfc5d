import * as z from 'zod/mini'
import { listDays } from '#contract/reports/calendar.ts'
import {
  type ChannelDailyValues,
  type ChannelSeries,
  defaultSeriesChannels,
} from '#contract/reports/channel-report.ts'
import type { DayRange, RequestedTime } from '#contract/reports/reports.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { Day, Integer } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { listCompleteDays, listIncompleteDays } from '#server/reports/completeness/completeness.ts'
import { alignToDays } from '#server/reports/dashboard/series.ts'
import { selectRatesAndFees } from '#server/reports/figures/money.ts'
import { getRequestedRange } from '#server/reports/figures/periods.ts'
import { isChannelDay, requireChannels, type Scope } from '#server/reports/figures/scope.ts'
import { isGrossVisible, isNetVisible } from '#server/reports/figures/visibility.ts'
import { selectTopChannelIds } from './channel-page.ts'

interface ChannelSeriesQuery extends RequestedTime {
  channels?: readonly string[] | undefined
}

/**
 * Defaults to the channels with the highest profit; all others are summed into one series.
 * @throws {Refusal} `not_found` for a channel outside the scope
 */
export async function getChannelSeries(
  db: Queryable,
  scope: Scope,
  { channels, ...time }: ChannelSeriesQuery,
): Promise<ChannelSeries> {
  const { currency, revision, firstDay, latestDay } = scope
  if (channels) await requireChannels(db, scope, channels)
  if (latestDay === null || scope.channelIds?.length === 0) return { currency, revision, report: null }
  const profitOrder = { ...time, sort: 'profit', order: 'desc' } as const
  const requestedIds = channels ?? (await selectTopChannelIds(db, scope, profitOrder, defaultSeriesChannels))
  const namedChannels = await selectChannelNames(db, scope, requestedIds)
  const range = getRequestedRange(time, { firstDay, latestDay })
  const channelIds = namedChannels.map(({ channelId }) => channelId)
  const days = listDays(range)
  const columns = alignChannelColumns(
    scope,
    days,
    listCompleteDays(scope, range),
    await selectDailyColumns(db, scope, range, channelIds),
  )
  return {
    currency,
    revision,
    report: {
      range,
      days,
      incompleteDays: listIncompleteDays(scope, range),
      channels: namedChannels.map((channel) => ({ ...channel, ...columns(channel.channelId) })),
      other: columns(otherChannels),
    },
  }
}

const NamedChannel = z.object({ channelId: z.string(), name: z.string() })

const selectChannelNames = (db: Queryable, { networkId }: Scope, channelIds: readonly string[]) =>
  db.query(
    NamedChannel,
    sql`select c.channel_id as "channelId",
      c.name
    from unnest(${channelIds}::text[]) with ordinality as requested (channel_id, position)
    join channels c on c.channel_id = requested.channel_id
      and c.network_id = ${networkId}
      and c.removed_at is null
    order by requested.position`,
  )

/** Placeholder channel id for all other channels combined. */
const otherChannels = ''

const DailyColumns = z.object({
  channelId: z.string(),
  days: z.array(Day),
  views: z.array(Integer),
  grossProfit: z.array(Integer),
  netProfit: z.array(Integer),
})
type DailyColumns = z.output<typeof DailyColumns>

/** Others = total minus the requested channels, on every day on which the network has facts. */
function selectDailyColumns(
  db: Queryable,
  { networkId, channelIds: visibleIds, currency, feeAccountId }: Scope,
  range: DayRange,
  channelIds: readonly string[],
): Promise<DailyColumns[]> {
  const totals =
    visibleIds === null
      ? sql`select day, views, revenue_micros
      from network_days`
      : sql`select day,
        sum(views)::bigint as views,
        sum(revenue_micros)::bigint as revenue_micros
      from channel_daily d
      where ${isChannelDay(sql`d`, networkId, visibleIds)}
        and day between ${range.from} and ${range.to}
      group by day`
  return db.query(
    DailyColumns,
    sql`with rates_and_fees as materialized (
      ${selectRatesAndFees(feeAccountId, range)}
    ), network_days as (
      select day, views, revenue_micros
      from network_daily
      where network_id = ${networkId}
        and day between ${range.from} and ${range.to}
    ), totals as (
      ${totals}
    ), requested as (
      select channel_id,
        day,
        views,
        revenue_micros
      from channel_daily d
      where ${isChannelDay(sql`d`, networkId, channelIds)}
        and day between ${range.from} and ${range.to}
    ), series as (
      select channel_id,
        day,
        views,
        revenue_micros
      from requested
      union all
      select ${otherChannels}::text,
        k.day,
        coalesce(t.views, 0) - coalesce(r.views, 0),
        coalesce(t.revenue_micros, 0) - coalesce(r.revenue_micros, 0)
      from network_days k
      left join totals t on t.day = k.day
      left join (
        select day,
          sum(views)::bigint as views,
          sum(revenue_micros)::bigint as revenue_micros
        from requested
        group by day
      ) r on r.day = k.day
    ), days as materialized (
      select s.channel_id,
        s.day,
        s.views,
        convert_amount(s.revenue_micros, ${currency}, t.krw_micros) as gross_profit,
        t.permille
      from series s
      join rates_and_fees t on t.day = s.day
    )
    select channel_id as "channelId",
      json_agg(day) as days,
      json_agg(views) as views,
      json_agg(gross_profit) as "grossProfit",
      json_agg(net_of_fee(gross_profit, permille)) as "netProfit"
    from days
    group by channel_id`,
  )
}

function alignChannelColumns(
  scope: Scope,
  days: readonly string[],
  completeDays: ReadonlySet<string>,
  series: readonly DailyColumns[],
) {
  const byChannel = new Map(series.map((own) => [own.channelId, own]))
  const alignColumns = alignToDays(days, completeDays)
  return (channelId: string): ChannelDailyValues => {
    const columns = byChannel.get(channelId)
    const readColumn = alignColumns(columns?.days.map((day, at) => ({ day, at })) ?? [])
    return {
      views: readColumn(({ at }) => columns?.views[at] ?? 0),
      grossProfit: isGrossVisible(scope) ? readColumn(({ at }) => columns?.grossProfit[at] ?? 0) : null,
      netProfit: isNetVisible(scope) ? readColumn(({ at }) => columns?.netProfit[at] ?? 0) : null,
    }
  }
}
