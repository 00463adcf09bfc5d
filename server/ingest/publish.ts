import { recordAuditEntry } from '#server/audit.ts'
import type { Database, Queryable } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'
import { recordChangedVideos } from '#server/figures/list-changes.ts'
import { bumpDataRevision, recomputeDays } from '#server/figures/rollups.ts'
import { deleteLoadRows, discardLoad } from './load-cleanup.ts'
import {
  type CurrentLoad,
  compareIssue,
  isCurrentLoad,
  type LoadCandidate,
  selectCurrentLoad,
  setCurrentLoad,
} from './loads.ts'

/**
 * Swaps the load and its roll-ups in atomically, in one short transaction, then deletes the replaced load.
 * @returns false when a newer load was published meanwhile; this one is then discarded
 */
export async function publishLoad(
  db: Database,
  candidate: LoadCandidate,
  loadId: number,
  rows: number,
): Promise<boolean> {
  try {
    const { isPublished, replaced } = await db.transaction((tx) =>
      switchCurrentLoad(tx, candidate, loadId, rows),
    )
    const cleanUp = isPublished
      ? replaced && deleteLoadRows(db, replaced.loadId, replaced.day)
      : discardLoad(db, loadId, candidate.day)
    // A failure here is harmless: the rows are invisible, and the next import deletes them.
    await cleanUp?.catch(() => {})
    return isPublished
  } catch (error) {
    await discardLoad(db, loadId, candidate.day)
    // The commit may have succeeded even though its reply was lost.
    if (await isCurrentLoad(db, loadId)) return true
    throw error
  }
}

async function switchCurrentLoad(
  tx: Queryable,
  candidate: LoadCandidate,
  loadId: number,
  rows: number,
): Promise<{ isPublished: boolean; replaced: CurrentLoad | undefined }> {
  await bumpDataRevision(tx)
  const replaced = await selectCurrentLoad(tx, candidate)
  const comparison = compareIssue(candidate, replaced)
  const isPublished = comparison === 'new' || comparison === 'reissued'
  if (candidate.type === 'metadata') await mergeMetadata(tx, candidate, loadId)
  if (isPublished) {
    await setCurrentLoad(tx, candidate, loadId, rows)
    await recordImport(tx, candidate, loadId, rows, replaced)
    if (candidate.type === 'activity' || candidate.type === 'revenue') {
      const { day, owner } = candidate
      await recomputeDays(tx, day, day, { owner, isNew: !replaced })
    }
  }
  return { isPublished, replaced }
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
