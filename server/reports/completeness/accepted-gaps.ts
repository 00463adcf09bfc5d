import * as z from 'zod/mini'
import { type ReportKind, reportKinds } from '#contract/reports/desk/calendar.ts'
import type { DayRange } from '#contract/reports/reports.ts'
import { type Actor, recordAuditEntry } from '#server/platform/auth/audit.ts'
import type { Database, Queryable } from '#server/platform/db/database.ts'
import { Day, IdRow } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'

export interface GapUnit {
  owner: string
  kind: ReportKind
  day: string
}

const AcceptedGap = z.object({
  owner: z.string(),
  kind: z.enum(reportKinds),
  day: Day,
  reason: z.string(),
})
export type AcceptedGap = z.output<typeof AcceptedGap>

export const selectAcceptedGaps = (db: Queryable, { from, to }: DayRange) =>
  db.query(
    AcceptedGap,
    sql`select owner, report_type as kind, day, reason
    from accepted_gaps
    where day between ${from} and ${to}
    order by day, owner, report_type`,
  )

/**
 * Nobody waits for the report any more; null: it is waited for again.
 * @returns false when the report is here
 */
export const acceptGap = (
  db: Database,
  actor: Actor,
  { owner, kind, day }: GapUnit,
  reason: string | null,
  now: Date,
): Promise<boolean> =>
  db.transaction(async (tx) => {
    const current = await tx.query(
      IdRow,
      sql`select load_id as id
      from report_current
      where report_type = ${kind}
        and owner = ${owner}
        and day = ${day}`,
    )
    if (reason !== null && current.length > 0) return false
    const [before] = (await selectAcceptedGaps(tx, { from: day, to: day })).filter(
      (gap) => gap.owner === owner && gap.kind === kind,
    )
    if (reason === null)
      await tx.execute(
        sql`delete from accepted_gaps where report_type = ${kind} and owner = ${owner} and day = ${day}`,
      )
    else
      await tx.execute(
        sql`insert into accepted_gaps (report_type, owner, day, reason, accepted_at)
        values (${kind}, ${owner}, ${day}, ${reason}, ${now})
        on conflict (report_type, owner, day) do update
        set reason = excluded.reason,
          accepted_at = excluded.accepted_at`,
      )
    const command = reason === null ? 'report expect' : 'report accept'
    await recordAuditEntry(tx, actor, {
      action: actor.kind === 'operator' ? command : 'acceptGap',
      context: { type: kind, owner, day },
      before: before ? { reason: before.reason } : null,
      after: reason === null ? null : { reason },
    })
    return true
  })
