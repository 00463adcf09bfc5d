import type { YoutubeChannel } from '#server/channels/youtube/types.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'

/** Updates the numbers that a reviewer sees of a live registration. */
export const updateStatistics = (db: Queryable, id: number, { subscribers, videoCount }: YoutubeChannel) =>
  db.execute(
    sql`update channels
    set subscribers = ${subscribers},
      video_count = ${videoCount}
    where registration_id = ${id}
      and removed_at is null`,
  )
