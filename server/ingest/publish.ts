import type { Database, Queryable } from '#server/db/database.ts'
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
 * Lets a whole load count, with its roll-ups, in one short step; what it replaces is deleted afterwards.
 * @returns false when something newer has come in between, and nothing of this is kept
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
    // The step is done, whatever becomes of these rows: nobody sees them, and the next import's sweep removes them.
    await cleanUp?.catch(() => {})
    return isPublished
  } catch (error) {
    await discardLoad(db, loadId, candidate.day)
    // A commit can be done although its answer was lost on the way.
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
    if (candidate.type === 'activity' || candidate.type === 'revenue') {
      await recomputeDays(tx, candidate.day, candidate.day, candidate.owner)
    }
  }
  return { isPublished, replaced }
}

/** What is said of a video last (by day, then by creation) counts, in whichever order it is heard. */
async function mergeMetadata(tx: Queryable, candidate: LoadCandidate, loadId: number): Promise<void> {
  await tx.query(
    `insert into videos (channel_id, video_id, channel_name, title, length_seconds, published_at, isrc, reported_on, reported_at)
    select distinct on (channel_id, video_id)
      channel_id,
      video_id,
      channel_name,
      title,
      length_seconds,
      published_at,
      isrc,
      $2::date,
      $3::timestamptz
    from metadata_staging
    where load_id = $1
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
    [loadId, candidate.day, candidate.createTime.toISOString()],
  )
  await tx.query('delete from metadata_staging where load_id = $1', [loadId])
}
