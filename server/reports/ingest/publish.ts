import { recordAuditEntry } from '#server/platform/auth/audit.ts'
import type { Database, Queryable } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { markFiguresChanged, networksOfChannels } from '#server/reports/figures/network-revisions.ts'
import { recordChangedClaims } from '#server/reports/lists/list-changes.ts'
import { bumpDataRevision, recomputeDays } from '#server/reports/lists/rollups.ts'
import { discardLoad, sweepLoad } from './load-cleanup.ts'
import {
  type CurrentLoad,
  compareIssue,
  isCurrentLoad,
  type LoadCandidate,
  refuseReportOfOther,
  selectCurrentLoad,
  setCurrentLoad,
} from './loads.ts'
import { type MergeCounts, mergeMetadata } from './types/metadata-merge.ts'
import { isFactType } from './types/report-type.ts'

/** Copied, and seen by no reader yet. */
export interface StagedLoad {
  candidate: LoadCandidate
  loadId: number
  rows: number
  warnings: readonly string[]
}

/**
 * Swaps loads of one owner and day and their roll-ups in atomically, in one short transaction, then deletes the replaced
 * loads.
 * @returns which were published: not those that a newer load overtook; these are discarded
 * @throws {FileRefusal} when one of them has become a report of another owner; all are discarded then
 */
export async function publishLoads(db: Database, loads: readonly StagedLoad[]): Promise<boolean[]> {
  try {
    const counts = new Map<StagedLoad, MergeCounts>()
    for (const load of loads.filter(({ candidate }) => candidate.type === 'metadata'))
      counts.set(load, await mergeMetadata(db, load.candidate, load.loadId))
    const switched = await db.transaction((tx) => switchCurrentLoads(tx, loads, counts))
    // A failure here is harmless: the rows are invisible, and the next import deletes them.
    for (const { loadId, day } of switched.flatMap(({ replaced }) => replaced ?? []))
      await sweepLoad(db, loadId, day).catch(() => {})
    await discardLoads(
      db,
      loads.filter((_, at) => !switched[at]?.isPublished),
    )
    return switched.map(({ isPublished }) => isPublished)
  } catch (error) {
    await discardLoads(db, loads)
    // The commit may have succeeded even though its reply was lost.
    const isCurrent = await Promise.all(loads.map(({ loadId }) => isCurrentLoad(db, loadId)))
    if (isCurrent.some(Boolean)) return isCurrent
    throw error
  }
}

export async function discardLoads(db: Database, loads: readonly StagedLoad[]): Promise<void> {
  for (const { loadId, candidate } of loads) await discardLoad(db, loadId, candidate.day).catch(() => {})
}

interface SwitchedLoad {
  isPublished: boolean
  /** The load that it replaces. */
  replaced: CurrentLoad | undefined
}

async function switchCurrentLoads(
  tx: Queryable,
  loads: readonly StagedLoad[],
  counts: ReadonlyMap<StagedLoad, MergeCounts>,
): Promise<SwitchedLoad[]> {
  // Serializes publishing. Metadata changes no figures; its merge has bumped the revision if it changed a video.
  if (loads.every((load) => counts.has(load))) await tx.execute(sql`select from report_state for update`)
  else await bumpDataRevision(tx)
  const switched: SwitchedLoad[] = []
  for (const load of loads) switched.push(await switchCurrentLoad(tx, load, counts.get(load)))
  const published = loads.filter((_, at) => switched[at]?.isPublished)
  const facts = published.find(({ candidate }) => isFactType(candidate.type))?.candidate
  if (facts) {
    const isNew = switched.every(({ replaced }) => !replaced)
    await recomputeDays(tx, facts.day, facts.day, { owner: facts.owner, isNew })
  }
  return switched
}

async function switchCurrentLoad(
  tx: Queryable,
  { candidate, loadId, rows }: StagedLoad,
  counts: MergeCounts | undefined,
): Promise<SwitchedLoad> {
  const current = await selectCurrentLoad(tx, candidate)
  const comparison = compareIssue(candidate, current)
  const isPublished = comparison === 'new' || comparison === 'reissued'
  // Another owner's import may have published it meanwhile.
  if (isPublished && rows > 0) await refuseReportOfOther(tx, candidate)
  if (!isPublished) return { isPublished, replaced: undefined }
  await setCurrentLoad(tx, candidate, loadId, rows)
  if (candidate.type === 'claims') await markClaimsChanged(tx, [loadId, ...(current ? [current.loadId] : [])])
  await recordImport(tx, candidate, { load: loadId, rows, ...counts }, current)
  return { isPublished, replaced: current }
}

/** Call it while the claims are still there. */
export async function markClaimsChanged(tx: Queryable, loadIds: readonly number[]): Promise<void> {
  await recordChangedClaims(tx)
  await markFiguresChanged(
    tx,
    networksOfChannels(sql`select channel_id from claims where load_id = any(${loadIds}::integer[])`),
  )
}

const recordImport = (
  tx: Queryable,
  { type, owner, day }: LoadCandidate,
  after: { load: number; rows: number } & Partial<MergeCounts>,
  replaced: CurrentLoad | undefined,
) =>
  recordAuditEntry(
    tx,
    { kind: 'operator' },
    {
      action: 'import',
      subject: { kind: 'report', id: after.load },
      context: { type, owner, day },
      before: replaced ? { load: replaced.loadId, rows: replaced.rows } : null,
      after,
    },
  )
