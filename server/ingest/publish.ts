import type { Database, Queries } from '#server/db/connect.ts'
import { type Candidate, type CurrentLoad, isCurrent, selectCurrent, setCurrent, weigh } from './loads.ts'
import { recomputeDays, touchFigures } from './rollups.ts'
import { discardLoad, removeRows } from './sweep.ts'

/**
 * Lets a whole load count, with its roll-ups, in one short step; what it replaces is deleted afterwards.
 * @returns false when something newer has come in between, and nothing of this is kept
 */
export async function publish(
  db: Database,
  candidate: Candidate,
  loadId: number,
  rows: number,
): Promise<boolean> {
  try {
    const { counts, replaced } = await db.transaction((tx) => flip(tx, candidate, loadId, rows))
    const clear = counts
      ? replaced && removeRows(db, replaced.loadId, replaced.day)
      : discardLoad(db, loadId, candidate.day)
    // The step is done, whatever becomes of these rows: nobody sees them, and the next import's sweep removes them.
    await clear?.catch(() => {})
    return counts
  } catch (error) {
    await discardLoad(db, loadId, candidate.day)
    // A commit can be done although its answer was lost on the way.
    if (await isCurrent(db, loadId)) return true
    throw error
  }
}

async function flip(
  tx: Queries,
  candidate: Candidate,
  loadId: number,
  rows: number,
): Promise<{ counts: boolean; replaced: CurrentLoad | undefined }> {
  await touchFigures(tx)
  const replaced = await selectCurrent(tx, candidate)
  const verdict = weigh(candidate, replaced)
  const counts = verdict === 'new' || verdict === 'again'
  if (candidate.type === 'metadata') await mergeMetadata(tx, candidate, loadId)
  if (counts) {
    await setCurrent(tx, candidate, loadId, rows)
    if (candidate.type === 'activity' || candidate.type === 'revenue') {
      await recomputeDays(tx, candidate.day, candidate.day, candidate.owner)
    }
  }
  return { counts, replaced }
}

/** What is said of a video last (by day, then by creation) counts, in whichever order it is heard. */
async function mergeMetadata(tx: Queries, candidate: Candidate, loadId: number): Promise<void> {
  await tx.query(
    `insert into videos (channel_id, video_id, channel_name, title, length_seconds, published_at, isrc, said_on, said_at)
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
      said_on = excluded.said_on,
      said_at = excluded.said_at
    where (videos.said_on, videos.said_at) < (excluded.said_on, excluded.said_at)`,
    [loadId, candidate.day, candidate.createTime.toISOString()],
  )
  await tx.query('delete from metadata_staging where load_id = $1', [loadId])
}
