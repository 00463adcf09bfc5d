import * as z from 'zod/mini'
import type { EndpointOutput } from '#contract/platform/endpoint.ts'
import {
  attemptKinds,
  type ReportAttempt,
  type ReportKind,
  type readDeskReport,
} from '#contract/reports/desk/calendar.ts'
import { hasOwner, type InstallationScope } from '#server/platform/auth/installation.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { Count, Integer, queryOne, Timestamp } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { getPacificMidnight } from '#server/platform/pacific-day.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { selectAcceptedGaps } from '#server/reports/completeness/accepted-gaps.ts'
import { getDeadline } from '#server/reports/completeness/freshness.ts'
import { nameDailyType } from '#server/reports/fetching/versions.ts'
import { hasFacts } from '#server/reports/ingest/types/report-type.ts'
import { readCalendar } from './calendar.ts'

export interface CellUnit {
  owner: string
  kind: ReportKind
  day: string
}

const Attempt = z.object({
  at: Timestamp,
  kind: z.enum(attemptKinds),
  file: z.nullable(z.string()),
  rows: z.nullable(Count),
  problem: z.nullable(z.string()),
})

/** Imports, and withdrawals, which only the audit log has. */
const selectImports = (db: Queryable, { owner, kind, day }: CellUnit) =>
  db.query(
    Attempt,
    sql`with loads as (
      select id, state, file_name, row_count, loaded_at
      from report_loads
      where report_type = ${kind}
        and owner = ${owner}
        and day = ${day}
        and state <> 'loading'
    )
    select loaded_at as at,
      case when state = 'current' then 'imported' else 'replaced' end as kind,
      file_name as file,
      row_count as rows,
      null as problem
    from loads
    union all
    select e.created_at, 'withdrawn', l.file_name, null, null
    from loads l
    join audit_log e on e.subject = 'report'
      and e.subject_id = l.id::text
      and e.action in ('report withdraw', 'withdrawReport')`,
  )

const Fetched = z.extend(Attempt, { reportTypeId: z.string() })

/** Those of the connection that were not imported. */
const selectFetched = (db: Queryable, { owner, day }: CellUnit) =>
  db.query(
    Fetched,
    sql`select changed_at as at,
      case when state = 'listed' then 'created' else state end as kind,
      null as file,
      null as rows,
      problem,
      report_type_id as "reportTypeId"
    from fetched_reports
    where owner = ${owner}
      and day = ${day}
      and state in ('listed', 'refused', 'lost')`,
  )

async function selectAttempts(db: Queryable, unit: CellUnit): Promise<ReportAttempt[]> {
  const fetched = (await selectFetched(db, unit)).filter(
    ({ reportTypeId }) => nameDailyType(reportTypeId) === unit.kind,
  )
  return [
    ...(await selectImports(db, unit)),
    ...fetched.map(({ reportTypeId: _, ...attempt }) => attempt),
  ].sort((one, other) => other.at.localeCompare(one.at))
}

const Channels = z.object({ reported: Count, earning: Count, members: Count })

const countChannels = (db: Queryable, { owner, day }: CellUnit) =>
  queryOne(
    db,
    Channels,
    sql`select count(distinct o.channel_id) as reported,
      count(distinct c.registration_id) as earning,
      count(distinct a.account_id) as members
    from channel_owners o
    left join earning_channels c on c.channel_id = o.channel_id
      and c.earns_from <= ${day}
    left join assignments a on a.registration_id = c.registration_id
      and a.unassigned_at is null
    where o.owner = ${owner}
      and o.first_day <= ${day}`,
  )

const Figures = z.object({ views: Integer, revenueMicros: Integer })

const selectFigures = (db: Queryable, { owner, day }: CellUnit) =>
  queryOne(
    db,
    Figures,
    sql`select coalesce(sum(views), 0)::bigint as views,
      coalesce(sum(revenue_micros), 0)::bigint as "revenueMicros"
    from video_daily
    where day = ${day}
      and owner = ${owner}`,
  )

/** @throws {Refusal} `not_found`: the caller does not see the content owner, or there is none */
export async function requireCell(db: Queryable, scope: InstallationScope, unit: CellUnit, now: Date) {
  if (!hasOwner(scope, unit.owner)) throw new Refusal('not_found')
  const ownScope = { isAll: false, siteIds: [], owners: [unit.owner] }
  const [calendar] = await readCalendar(db, ownScope, { from: unit.day, to: unit.day }, now)
  const cell = calendar?.kinds.find(({ kind }) => kind === unit.kind)?.cells[0]
  if (!calendar || !cell) throw new Refusal('not_found')
  return { cell, connection: calendar.connection }
}

/** @throws {Refusal} `not_found` */
export async function readCell(
  db: Queryable,
  scope: InstallationScope,
  unit: CellUnit,
  now: Date,
): Promise<EndpointOutput<typeof readDeskReport>> {
  const { cell, connection } = await requireCell(db, scope, unit, now)
  const gaps = await selectAcceptedGaps(db, { from: unit.day, to: unit.day })
  const gap = gaps.find(({ owner, kind }) => owner === unit.owner && kind === unit.kind)
  return {
    ...unit,
    cell,
    dueAt: getPacificMidnight(getDeadline(unit.day)).toISOString(),
    figures: hasFacts(unit.kind) && cell.rows !== null ? await selectFigures(db, unit) : null,
    channels: await countChannels(db, unit),
    attempts: await selectAttempts(db, unit),
    acceptedReason: gap?.reason ?? null,
    connection,
  }
}
