import { recordAuditEntry } from '#server/platform/auth/audit.ts'
import type { Database, Queryable } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { refreshLists } from '#server/reports/lists/lists.ts'
import { bumpDataRevision, recomputeDays } from '#server/reports/lists/rollups.ts'
import { getImportLock, sweepLoad } from './load-cleanup.ts'
import { type CurrentLoad, selectCurrentLoad, updateLoadState } from './loads.ts'
import { markClaimsChanged } from './publish.ts'

/** Metadata is merged into the videos, so it cannot be taken back. */
export const withdrawableTypes = ['activity', 'revenue', 'claims'] as const

export interface ReportUnit {
  type: (typeof withdrawableTypes)[number]
  owner: string
  day: string
}

/**
 * Recomputes the figures as if the report had never been imported.
 * @returns what was withdrawn, if there was a report
 * @throws {BusyError} while reports of the owner are imported
 */
export const withdrawReport = (db: Database, unit: ReportUnit): Promise<CurrentLoad | undefined> =>
  db.withLock(getImportLock(unit.owner), async () => {
    const withdrawn = await db.transaction((tx) => withdrawInTransaction(tx, unit))
    if (withdrawn) {
      await sweepLoad(db, withdrawn.loadId, withdrawn.day)
      await refreshLists(db)
    }
    return withdrawn
  })

async function withdrawInTransaction(tx: Queryable, unit: ReportUnit): Promise<CurrentLoad | undefined> {
  const { type, owner, day } = unit
  const current = await selectCurrentLoad(tx, unit)
  if (current?.day !== day) return undefined
  await bumpDataRevision(tx)
  await tx.execute(sql`delete from report_current where load_id = ${current.loadId}`)
  await updateLoadState(tx, current.loadId, 'replaced', current.rows)
  if (type === 'claims') await markClaimsChanged(tx, [current.loadId])
  else await recomputeDays(tx, day, day, { owner })
  await recordAuditEntry(
    tx,
    { kind: 'operator' },
    {
      action: 'report withdraw',
      subject: { kind: 'report', id: current.loadId },
      context: { type, owner, day },
      before: { load: current.loadId, rows: current.rows },
      after: null,
    },
  )
  return current
}
