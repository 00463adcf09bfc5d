import type { withdrawableKinds } from '#contract/reports/desk/changes.ts'
import { type Actor, type Caller, recordAuditEntry } from '#server/platform/auth/audit.ts'
import { getScope, hasOwner } from '#server/platform/auth/installation.ts'
import { BusyError, type Database } from '#server/platform/db/database.ts'
import { IdRow } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import type { JobQueue } from '#server/platform/jobs/queue.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { acceptGap } from '#server/reports/completeness/accepted-gaps.ts'
import { withdrawReport } from '#server/reports/ingest/withdrawal.ts'
import { type CellUnit, requireCell } from './cell.ts'

const changeScope = ({ account }: Caller) => getScope(account, 'reports.change')

/** Files are of content owners: those who see the audit log of the operator's own site do not see these entries. */
function getActor({ actor: { siteId: _site, networkId: _network, ...actor } }: Caller): Actor {
  return actor
}

interface WithdrawableUnit extends CellUnit {
  kind: (typeof withdrawableKinds)[number]
}

/** @throws {Refusal} `unavailable`: reports of the owner are being imported */
export async function withdrawCell(
  db: Database,
  caller: Caller,
  unit: WithdrawableUnit,
  now: Date,
): Promise<void> {
  await requireCell(db, changeScope(caller), unit, now)
  const { kind: type, owner, day } = unit
  try {
    const withdrawn = await withdrawReport(db, { type, owner, day }, getActor(caller))
    if (!withdrawn) throw new Refusal('changed')
  } catch (error) {
    throw error instanceof BusyError ? new Refusal('unavailable') : error
  }
}

export async function acceptCell(
  db: Database,
  caller: Caller,
  { reason, ...unit }: CellUnit & { reason: string | null },
  now: Date,
): Promise<void> {
  await requireCell(db, changeScope(caller), unit, now)
  if (!(await acceptGap(db, getActor(caller), unit, reason, now))) throw new Refusal('changed')
}

/** The fetch that is due next is due now. */
export async function askForReports(
  { db, jobs, now }: { db: Database; jobs: JobQueue; now: () => Date },
  caller: Caller,
  owner: string,
): Promise<void> {
  if (!hasOwner(changeScope(caller), owner)) throw new Refusal('not_found')
  await db.transaction(async (tx) => {
    const [connection] = await tx.query(
      IdRow,
      sql`update youtube_connections
      set next_fetch_at = ${now()}
      where owner = ${owner}
        and refresh_token is not null
      returning id`,
    )
    if (!connection) throw new Refusal('changed')
    await recordAuditEntry(tx, getActor(caller), {
      action: 'askForReports',
      context: { owner },
      before: null,
      after: { asked: true },
    })
    await jobs.enqueue(tx, 'fetch-reports', connection.id)
  })
  jobs.wake('fetch-reports')
}
