import { type Actor, type AuditEntry, recordAuditEntries } from '#server/platform/auth/audit.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { networksOfChannels } from '#server/reports/figures/network-revisions.ts'
import { publishChange } from '#server/reports/lists/publish-change.ts'
import { recomputeDays } from '#server/reports/lists/rollups.ts'
import { type CurrentLoad, type ReportUnit, replaceCurrentLoads } from './loads.ts'
import type { MergeCounts } from './types/metadata-merge.ts'
import { hasFacts } from './types/report-type.ts'

/** `current` gives way to `next`; without one, the report is withdrawn. */
interface ReportSwitch {
  unit: ReportUnit
  current: CurrentLoad | undefined
  next: { loadId: number; rows: number; counts?: MergeCounts | undefined } | null
}

/**
 * Makes other loads of an owner current, recomputes the roll-ups of their days, marks outdated lists and replies of
 * networks, and records the change in the audit log. Requires a transaction that has locked the figures.
 */
export async function switchReports(
  tx: Queryable,
  switches: readonly ReportSwitch[],
  actor: Actor = { kind: 'operator' },
): Promise<void> {
  if (switches.length === 0) return
  await replaceCurrentLoads(
    tx,
    switches.flatMap(({ current }) => current ?? []),
    switches.flatMap(({ next }) => next ?? []),
  )
  await recordAuditEntries(
    tx,
    actor,
    switches.map((one) => describeSwitch(one, actor)),
  )
  await publishClaims(tx, switches)
  await recomputeRollups(tx, switches)
}

function describeSwitch(
  { unit: { type, owner, day }, current, next }: ReportSwitch,
  { kind }: Actor,
): AuditEntry {
  const id = (next ?? current)?.loadId ?? 0
  return {
    action: next ? 'import' : kind === 'operator' ? 'report withdraw' : 'withdrawReport',
    subject: { kind: 'report', id },
    context: { type, owner, day },
    before: current ? { load: current.loadId, rows: current.rows } : null,
    after: next && { load: next.loadId, rows: next.rows, ...next.counts },
  }
}

/** The claims of the replaced loads are still there. */
async function publishClaims(tx: Queryable, switches: readonly ReportSwitch[]): Promise<void> {
  const claims = switches.filter(({ unit }) => unit.type === 'claims')
  if (claims.length === 0) return
  const loadIds = claims.flatMap(({ current, next }) => [current, next].flatMap((load) => load?.loadId ?? []))
  await publishChange(tx, {
    claims: true,
    networks: networksOfChannels(
      sql`select channel_id from claims where load_id = any(${loadIds}::integer[])`,
    ),
  })
}

async function recomputeRollups(tx: Queryable, switches: readonly ReportSwitch[]): Promise<void> {
  const facts = switches.filter(({ unit }) => hasFacts(unit.type))
  const [first] = facts
  if (!first) return
  const days = facts.map(({ unit }) => unit.day).sort()
  const isNew = facts.every(({ current }) => !current)
  await recomputeDays(tx, days.at(0) ?? '', days.at(-1) ?? '', { owner: first.unit.owner, isNew })
}
