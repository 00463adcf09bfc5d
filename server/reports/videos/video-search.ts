import type { Queryable } from '#server/platform/db/database.ts'
import { type Sql, sql } from '#server/platform/db/sql.ts'
import { selectListedVideoId } from './video-keyset.ts'

/** A condition on the rows of a list, as `p`, for statements that read all of them. */
export async function matchSearch(
  db: Queryable,
  list: Parameters<typeof selectListedVideoId>[1],
  search: string | undefined,
): Promise<Sql> {
  const text = search?.trim() ?? ''
  if (!text) return sql`true`
  const videoId = await selectListedVideoId(db, list, text)
  return videoId === null
    ? sql`p.title like all (search_like_patterns(${text}))`
    : sql`p.video_id = ${videoId}`
}
