import * as z from 'zod/mini'
import { maxEventNames, ReportEventKind, type ReportEvents } from '#contract/reports/report-events.ts'
import type { RequestedTime } from '#contract/reports/reports.ts'
import { isMemberOf } from '#server/platform/auth/roles.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { Day, Integer } from '#server/platform/db/rows.ts'
import { integer, type Sql, sql } from '#server/platform/db/sql.ts'
import { getRequestedRange } from '#server/reports/figures/periods.ts'
import { andInScope, type Scope } from '#server/reports/figures/scope.ts'

const EventRow = z.object({
  day: Day,
  kind: ReportEventKind,
  count: Integer,
  names: z.array(z.string()),
  permille: z.nullable(Integer),
})

/** Videos published, channels approved and fees changed in a range. */
export async function getReportEvents(
  db: Queryable,
  scope: Scope,
  time: RequestedTime,
): Promise<ReportEvents> {
  const { firstDay, latestDay } = scope
  if (latestDay === null || scope.channelIds?.length === 0) return { range: null, events: [] }
  const range = getRequestedRange(time, { firstDay, latestDay })
  const isWithin = (day: Sql) => sql`${day} between ${range.from}::date and ${range.to}::date`
  const events = await db.query(
    EventRow,
    sql`select day,
      kind,
      count(*)::integer as count,
      (array_agg(name order by name collate "C"))[1:${integer(maxEventNames)}] as names,
      case when count(*) = 1 then min(permille) end as permille
    from (
      select ${toPacificDay(sql`v.published_at`)} as day,
        'video' as kind,
        v.title as name,
        null::integer as permille
      from earning_channels c
      join videos v on v.channel_id = c.channel_id
      where c.network_id = ${scope.networkId}
        ${andInScope(sql`c.channel_id`, scope)}
        and v.published_at >= (${range.from}::timestamp at time zone 'America/Los_Angeles')
        and v.published_at < ((${range.to}::date + 1)::timestamp at time zone 'America/Los_Angeles')
      union all
      select ${toPacificDay(sql`r.approved_at`)},
        'channel',
        r.name,
        null::integer
      from earning_channels c
      join channels r on r.registration_id = c.registration_id
      where c.network_id = ${scope.networkId}
        ${andInScope(sql`c.channel_id`, scope)}
        and ${isWithin(toPacificDay(sql`r.approved_at`))}
      union all
      ${selectFeeChanges(scope, isWithin)}
    ) e
    group by day, kind
    order by day, kind`,
  )
  return { range, events }
}

const toPacificDay = (time: Sql): Sql => sql`(${time} at time zone 'America/Los_Angeles')::date`

/** A first rate of nothing is no change. */
const selectFeeChanges = (scope: Scope, isWithin: (day: Sql) => Sql): Sql =>
  sql`select f.from_day,
        'fee',
        a.nickname,
        f.permille::integer
      from (
        select account_id,
          from_day,
          permille,
          lag(permille, 1, 0::smallint) over (partition by account_id order by from_day) as before
        from fee_rates
      ) f
      join accounts a on a.id = f.account_id
      where f.permille <> f.before
        and ${isWithin(sql`f.from_day`)}
        and ${
          scope.feeAccountId === null
            ? isMemberOf(scope.networkId)
            : sql`a.id = ${scope.feeAccountId}::integer`
        }`
