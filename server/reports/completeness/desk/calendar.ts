import * as z from 'zod/mini'
import { addDays, listDays } from '#contract/reports/calendar.ts'
import {
  defaultCalendarDays,
  isEmptyCell,
  type OwnerCalendar,
  type OwnerConnection,
  type ReportCell,
  type ReportKind,
  reportKinds,
} from '#contract/reports/desk/calendar.ts'
import type { DayRange } from '#contract/reports/reports.ts'
import { hasOwner, type InstallationScope, isOwnerInScope } from '#server/platform/auth/installation.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { Count, Day } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { getPacificDay } from '#server/platform/pacific-day.ts'
import { selectAcceptedGaps } from '#server/reports/completeness/accepted-gaps.ts'
import { getDueDay, selectFreshness } from '#server/reports/completeness/freshness.ts'
import { type Connection, selectConnections } from '#server/reports/fetching/connections.ts'
import { getLatestDay } from '#server/reports/fetching/expected-reports.ts'
import { nameDailyType } from '#server/reports/fetching/versions.ts'
import { hasFacts } from '#server/reports/ingest/types/report-type.ts'

const Owner = z.object({
  owner: z.string(),
  channels: Count,
  /** From which day on activity and revenue are expected; null: none was reported. */
  firstDay: z.nullable(Day),
  lastDay: z.nullable(Day),
  /** Others go on, and it has been silent for more than a week. */
  isSilent: z.boolean(),
})
type Owner = z.output<typeof Owner>

const selectOwners = (db: Queryable, scope: InstallationScope) =>
  db.query(
    Owner,
    sql`with owners as (
      select owner from youtube_connections
      union
      select owner from report_loads where state <> 'loading'
      union
      select owner from channel_owners
    )
    select o.owner,
      (select count(*) from channel_owners c where c.owner = o.owner) as channels,
      s.first_day as "firstDay",
      s.last_day as "lastDay",
      coalesce(s.last_day < (select max(last_day) from owner_spans), false) as "isSilent"
    from owners o
    left join owner_spans s on s.owner = o.owner
    where ${isOwnerInScope(scope, sql`o.owner`)}
    order by o.owner`,
  )

const Load = z.object({
  owner: z.string(),
  kind: z.enum(reportKinds),
  day: Day,
  issues: Count,
  isCurrent: z.boolean(),
  /** Of the newest issue. */
  rows: Count,
})
type Load = z.output<typeof Load>

const selectLoads = (db: Queryable, scope: InstallationScope, { from, to }: DayRange) =>
  db.query(
    Load,
    sql`select owner,
      report_type as kind,
      day,
      count(*) as issues,
      bool_or(state = 'current') as "isCurrent",
      (array_agg(row_count order by state = 'current' desc, id desc))[1] as rows
    from report_loads
    where state <> 'loading'
      and day between ${from} and ${to}
      and ${isOwnerInScope(scope, sql`owner`)}
    group by owner, report_type, day`,
  )

const Snapshots = z.object({
  owner: z.string(),
  kind: z.enum(reportKinds),
  firstDay: Day,
  lastDay: Day,
  hasCurrent: z.boolean(),
})
type Snapshots = z.output<typeof Snapshots>

/** Of metadata and claims: a report says what holds, so that a later one makes up for those that are missing before it. */
const selectSnapshots = (db: Queryable, scope: InstallationScope) =>
  db.query(
    Snapshots,
    sql`select owner,
      report_type as kind,
      min(day) as "firstDay",
      max(day) as "lastDay",
      bool_or(state = 'current') as "hasCurrent"
    from report_loads
    where report_type in ('metadata', 'claims')
      and state <> 'loading'
      and ${isOwnerInScope(scope, sql`owner`)}
    group by owner, report_type`,
  )

const Refused = z.object({ owner: z.string(), reportTypeId: z.string(), day: Day })

const selectRefused = (db: Queryable, scope: InstallationScope, { from, to }: DayRange) =>
  db.query(
    Refused,
    sql`select owner, report_type_id as "reportTypeId", day
    from fetched_reports
    where state = 'refused'
      and day between ${from} and ${to}
      and ${isOwnerInScope(scope, sql`owner`)}`,
  )

interface Row {
  owner: Owner
  connection: Connection | undefined
  /** The first day of activity and revenue. */
  firstDay: string | null
  snapshots: Snapshots | undefined
  dueDay: string
}

/** @returns whether a report of the day is expected that nobody has imported */
function isExpected(
  kind: ReportKind,
  day: string,
  { owner, connection, firstDay, snapshots, dueDay }: Row,
): boolean {
  const isFetched = connection?.hasConsent === true
  // YouTube may skip some weeks of these, so that none of them is ever late.
  if (!hasFacts(kind)) return isFetched && snapshots !== undefined && day > snapshots.lastDay && day > dueDay
  if (firstDay === null || day < firstDay) return false
  return isFetched || !owner.isSilent || owner.lastDay === null || day <= owner.lastDay
}

function getState(
  kind: ReportKind,
  day: string,
  load: Load | undefined,
  isRefused: boolean,
  row: Row,
): ReportCell['state'] {
  if (isRefused) return 'refused'
  if (load) return isInEffect(kind, load, row.snapshots) ? 'here' : 'withdrawn'
  if (!isExpected(kind, day, row)) return 'none'
  return day > row.dueDay ? 'waiting' : 'late'
}

/** An owner has one current report of claims: earlier ones were in effect until it came. */
const isInEffect = (kind: ReportKind, load: Load, snapshots: Snapshots | undefined): boolean =>
  load.isCurrent || (kind === 'claims' && (snapshots?.hasCurrent === true || load.day !== snapshots?.lastDay))

export const describeConnection = (connection: Connection | undefined): OwnerConnection | null =>
  connection
    ? {
        hasConsent: connection.hasConsent,
        consentEndsAt: connection.consentExpiresAt,
        fetchedAt: connection.succeededAt,
        nextFetchAt: connection.nextFetchAt,
        problem: connection.problem,
      }
    : null

const getKey = ({ owner, kind, day }: { owner: string; kind: string | undefined; day: string }) =>
  `${day} ${kind} ${owner}`

export async function readCalendar(
  db: Queryable,
  scope: InstallationScope,
  range: DayRange,
  now: Date,
): Promise<OwnerCalendar[]> {
  const owners = await selectOwners(db, scope)
  if (owners.length === 0) return []
  const connections = (await selectConnections(db)).filter(({ owner }) => hasOwner(scope, owner))
  const freshness = await selectFreshness(db)
  const loads = new Map((await selectLoads(db, scope, range)).map((load) => [getKey(load), load]))
  const snapshots = await selectSnapshots(db, scope)
  const refused = new Set(
    (await selectRefused(db, scope, range)).map((report) =>
      getKey({ ...report, kind: nameDailyType(report.reportTypeId) }),
    ),
  )
  const accepted = new Set((await selectAcceptedGaps(db, range)).map(getKey))
  const days = listDays(range)
  const dueDay = getDueDay(now)
  return owners.map((owner) => {
    const isOwn = (one: { owner: string }) => one.owner === owner.owner
    const connection = connections.find(isOwn)
    const firstDay =
      owner.firstDay ?? (connection ? addDays(getLatestDay(freshness.find(isOwn), connection), 1) : null)
    const describeCell = (kind: ReportKind, day: string): ReportCell => {
      const key = getKey({ owner: owner.owner, kind, day })
      const load = loads.get(key)
      const own = snapshots.find((one) => isOwn(one) && one.kind === kind)
      const row = { owner, connection, firstDay, snapshots: own, dueDay }
      const isAccepted = accepted.has(key)
      const found = getState(kind, day, load, refused.has(key), row)
      const state = isAccepted && found !== 'here' ? 'accepted' : found
      const counts = load !== undefined && isInEffect(kind, load, own)
      return { state, rows: counts ? load.rows : null, issues: load?.issues ?? 0 }
    }
    return {
      owner: owner.owner,
      channels: owner.channels,
      connection: describeConnection(connection),
      kinds: reportKinds.map((kind) => ({ kind, cells: days.map((day) => describeCell(kind, day)) })),
    }
  })
}

/** Days that end with the given one, or yesterday: the day of now is not over. */
export function getCalendarRange(now: Date, days = defaultCalendarDays, to?: string): DayRange {
  const latest = addDays(getPacificDay(now), -1)
  const last = to !== undefined && to < latest ? to : latest
  return { from: addDays(last, 1 - days), to: last }
}

/** In the days that the screen shows first. */
export async function countEmptyCells(db: Queryable, scope: InstallationScope, now: Date): Promise<number> {
  const owners = await readCalendar(db, scope, getCalendarRange(now), now)
  return owners.flatMap(({ kinds }) => kinds.flatMap(({ cells }) => cells)).filter(isEmptyCell).length
}
