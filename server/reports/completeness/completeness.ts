import * as z from 'zod/mini'
import { listDays } from '#contract/reports/calendar.ts'
import type { DayRange } from '#contract/reports/reports.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { Day, Id, Integer, queryOne } from '#server/platform/db/rows.ts'
import { empty, type Sql, sql } from '#server/platform/db/sql.ts'
import type { Scope } from '#server/reports/figures/scope.ts'

/** Call it after video_daily has changed within these days. `owner`: null for all. */
export async function updateChannelOwners(
  tx: Queryable,
  { from, to }: DayRange,
  owner: string | null,
): Promise<void> {
  const andOwner = (column: Sql) => (owner === null ? empty : sql`and ${column} = ${owner}`)
  await tx.execute(
    sql`insert into channel_owners (channel_id, owner, first_day)
    select channel_id, owner, min(day)
    from video_daily
    where day between ${from} and ${to}
      ${andOwner(sql`owner`)}
    group by channel_id, owner
    on conflict (channel_id, owner) do update
    set first_day = excluded.first_day
    where channel_owners.first_day > excluded.first_day`,
  )
  const startsLater = sql`o.first_day between ${from} and ${to}
      ${andOwner(sql`o.owner`)}
      and not exists (
        select
        from video_daily v
        where v.channel_id = o.channel_id
          and v.owner = o.owner
          and v.day = o.first_day)`
  await tx.execute(
    sql`with moved as (
      delete from channel_owners o
      where ${startsLater}
      returning channel_id, owner
    )
    insert into channel_owners (channel_id, owner, first_day)
    select v.channel_id, v.owner, min(v.day)
    from moved m
    join video_daily v on v.channel_id = m.channel_id
      and v.owner = m.owner
    group by v.channel_id, v.owner`,
  )
}

const NetworkIdRow = z.object({ networkId: Id })

/**
 * Call it after report_current, channel_owners or the earning channels have changed. `except` hashes or sorts.
 * @returns the networks of which a day became complete or incomplete
 */
export async function updateIncompleteDays(tx: Queryable): Promise<number[]> {
  const rows = await tx.query(
    NetworkIdRow,
    sql`with current as materialized (
      select network_id, day
      from network_incomplete_days
    ), completed as materialized (
      select network_id, day
      from incomplete_days
      except
      select network_id, day
      from current
    ), deleted as (
      delete from incomplete_days
      where (network_id, day) in (select network_id, day from completed)
      returning network_id
    ), inserted as (
      insert into incomplete_days (network_id, day)
      select network_id, day
      from current
      except
      select network_id, day
      from incomplete_days
      returning network_id
    )
    select network_id as "networkId"
    from deleted
    union
    select network_id
    from inserted`,
  )
  return rows.map(({ networkId }) => networkId)
}

/** Days of the range that lack a report of an owner of the network, sorted. */
export const listIncompleteDays = (
  { incompleteDays }: Pick<Scope, 'incompleteDays'>,
  { from, to }: DayRange,
): string[] => incompleteDays.filter((day) => from <= day && day <= to)

const ReportedDay = z.object({
  owner: z.string(),
  day: Day,
  /** Reports of the day, with replaced ones; 0: it is missing. */
  activity: Integer,
  revenue: Integer,
})
export type ReportedDay = z.output<typeof ReportedDay>

export const selectReportedDays = (db: Pick<Queryable, 'query'>): Promise<ReportedDay[]> =>
  db.query(
    ReportedDay,
    sql`with issues as (
      select owner,
        day,
        count(*) filter (where report_type = 'activity') as activity,
        count(*) filter (where report_type = 'revenue') as revenue
      from report_loads
      where state <> 'loading'
      group by owner, day
    )
    select d.owner,
      d.day,
      case when d.activity_load_id is null then 0 else i.activity end as activity,
      case when d.revenue_load_id is null then 0 else i.revenue end as revenue
    from owner_days d
    left join issues i on i.owner = d.owner
      and i.day = d.day
    order by d.owner, d.day`,
  )

export const isComplete = ({ activity, revenue }: ReportedDay): boolean => activity > 0 && revenue > 0

const LatestDay = z.object({ day: z.nullable(Day) })

/** The latest day of which every owner has reported everything. */
export const selectLatestCompleteDay = async (db: Pick<Queryable, 'query'>): Promise<string | null> =>
  (await queryOne(db, LatestDay, sql`select max(day) as day from complete_days`)).day

const dayMs = 86_400_000

/** Days before the latest complete one, less than `withinDays` ago: those after it are young. */
export function listSettledDays(
  days: readonly ReportedDay[],
  latestDay: string,
  withinDays: number,
): ReportedDay[] {
  const earliestTime = Date.parse(latestDay) - withinDays * dayMs
  return days.filter(({ day }) => day < latestDay && Date.parse(day) > earliestTime)
}

export const countMissingReports = (days: readonly ReportedDay[]): number =>
  days.reduce((count, { activity, revenue }) => count + Number(activity === 0) + Number(revenue === 0), 0)

/** The complete days of the range: a day without figures is 0 if it is one of them, and unknown if not. */
export function listCompleteDays(
  { firstDay, latestDay, incompleteDays }: Pick<Scope, 'firstDay' | 'latestDay' | 'incompleteDays'>,
  range: DayRange,
): Set<string> {
  if (firstDay === null || latestDay === null) return new Set()
  const incomplete = new Set(incompleteDays)
  return new Set(listDays(range).filter((day) => firstDay <= day && day <= latestDay && !incomplete.has(day)))
}
