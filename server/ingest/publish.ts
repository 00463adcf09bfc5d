import { recordAuditEntry } from '#server/audit.ts'
import type { Database, Queryable } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'
import { recordChangedVideos } from '#server/figures/list-changes.ts'
import { bumpDataRevision, recomputeDays } from '#server/figures/rollups.ts'
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
import { isFactType } from './report-type.ts'

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
    const switched = await db.transaction((tx) => switchCurrentLoads(tx, loads))
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

async function switchCurrentLoads(tx: Queryable, loads: readonly StagedLoad[]): Promise<SwitchedLoad[]> {
  await bumpDataRevision(tx)
  const switched: SwitchedLoad[] = []
  for (const load of loads) switched.push(await switchCurrentLoad(tx, load))
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
): Promise<SwitchedLoad> {
  const current = await selectCurrentLoad(tx, candidate)
  const comparison = compareIssue(candidate, current)
  const isPublished = comparison === 'new' || comparison === 'reissued'
  // Another owner's import may have published it meanwhile.
  if (isPublished && rows > 0) await refuseReportOfOther(tx, candidate)
  if (candidate.type === 'metadata') await mergeMetadata(tx, candidate, loadId)
  if (!isPublished) return { isPublished, replaced: undefined }
  await setCurrentLoad(tx, candidate, loadId, rows)
  await recordImport(tx, candidate, loadId, rows, current)
  return { isPublished, replaced: current }
}

const recordImport = (
  tx: Queryable,
  { type, owner, day }: LoadCandidate,
  loadId: number,
  rows: number,
  replaced: CurrentLoad | undefined,
) =>
  recordAuditEntry(
    tx,
    { kind: 'operator' },
    {
      action: 'import',
      subject: { kind: 'report', id: loadId },
      detail: {
        type,
        owner,
        day,
        rows,
        replaced: replaced?.loadId ?? null,
        rows_before: replaced?.rows ?? null,
      },
    },
  )

/** The most recent report (by day, then creation time) wins, regardless of import order. */
async function mergeMetadata(tx: Queryable, candidate: LoadCandidate, loadId: number): Promise<void> {
  await recordChangedVideos(
    tx,
    sql`select distinct s.channel_id, s.video_id
    from metadata_staging s
    left join videos v on v.channel_id = s.channel_id
      and v.video_id = s.video_id
    where s.load_id = ${loadId}
      and (s.title, s.published_at) is distinct from (v.title, v.published_at)`,
  )
  await tx.execute(
    sql`insert into videos (channel_id, video_id, channel_name, title, length_seconds, published_at, isrc, reported_on, reported_at)
    select distinct on (channel_id, video_id)
      channel_id,
      video_id,
      channel_name,
      title,
      length_seconds,
      published_at,
      isrc,
      ${candidate.day}::date,
      ${candidate.createTime}::timestamptz
    from metadata_staging
    where load_id = ${loadId}
    order by channel_id, video_id, isrc nulls last, title
    on conflict (channel_id, video_id) do update
    set channel_name = excluded.channel_name,
      title = excluded.title,
      length_seconds = excluded.length_seconds,
      published_at = excluded.published_at,
      isrc = excluded.isrc,
      reported_on = excluded.reported_on,
      reported_at = excluded.reported_at
    where (videos.reported_on, videos.reported_at) < (excluded.reported_on, excluded.reported_at)`,
  )
  await tx.execute(sql`delete from metadata_staging where load_id = ${loadId}`)
}
