import type { Queryable } from '#server/db/database.ts'
import { type Sql, sql } from '#server/db/sql.ts'

// What changed since the lists were refreshed. Record it in the transaction that bumped the data revision.

/** Figures of these days changed, or their exchange rates. Videos that disappear from a day must be recorded on their own. */
export const recordChangedDays = (tx: Queryable, from: string, to: string) =>
  tx.execute(
    sql`insert into changed_days (revision, from_day, to_day)
    select data_revision, ${from}, ${to}
    from report_state`,
  )

/** Whether and since when these channels count changed. */
export const recordChangedChannels = (tx: Queryable, channelIds: readonly string[]) =>
  tx.execute(
    sql`insert into changed_channels (revision, channel_id)
    select s.data_revision, c.channel_id
    from unnest(${channelIds}::text[]) as c (channel_id)
    cross join report_state s`,
  )

/** `videos`: a query for `channel_id` and `video_id`. */
export const recordChangedVideos = (tx: Queryable, videos: Sql) =>
  tx.execute(
    sql`insert into changed_videos (revision, channel_id, video_id)
    select s.data_revision, v.channel_id, v.video_id
    from (${videos}) v
    cross join report_state s`,
  )

export async function deleteChanges(tx: Queryable, revision: number): Promise<void> {
  await tx.execute(sql`delete from changed_days where revision <= ${revision}`)
  await tx.execute(sql`delete from changed_channels where revision <= ${revision}`)
  await tx.execute(sql`delete from changed_videos where revision <= ${revision}`)
}
