import type { Actor } from '#server/platform/auth/audit.ts'
import type { Database } from '#server/platform/db/database.ts'
import { refreshLists } from '#server/reports/lists/lists.ts'
import { bumpDataRevision } from '#server/reports/lists/report-state.ts'
import { withdrawLoads } from './loader/withdraw-loads.ts'
import { type CurrentLoad, type ReportUnit, reportLoads, selectCurrentLoad } from './loads.ts'
import { switchReports } from './report-switch.ts'

/** Metadata is merged into the videos, so it cannot be taken back. */
export const withdrawableTypes = ['activity', 'revenue', 'claims'] as const

interface WithdrawableUnit extends ReportUnit {
  type: (typeof withdrawableTypes)[number]
}

/**
 * Recomputes the figures as if the report had never been imported.
 * @returns what was withdrawn, if there was a report
 * @throws {BusyError} while reports of the owner are imported
 */
export async function withdrawReport(
  db: Database,
  unit: WithdrawableUnit,
  actor: Actor = { kind: 'operator' },
): Promise<CurrentLoad | undefined> {
  const [withdrawn] = await withdrawLoads(db, reportLoads, unit.owner, async (tx) => {
    const current = await selectCurrentLoad(tx, unit)
    if (current?.day !== unit.day) return []
    await bumpDataRevision(tx)
    await switchReports(tx, [{ unit, current, next: null }], actor)
    return [current]
  })
  if (withdrawn) await refreshLists(db)
  return withdrawn
}
