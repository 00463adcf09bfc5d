import type { Queryable } from '#server/platform/db/database.ts'
import { type Sql, sql } from '#server/platform/db/sql.ts'

// Changes since the lists were refreshed. Record them in the transaction that bumped the data revision.

/**
 * Figures of these days changed. Videos that disappear from a day must be recorded on their own.
 * `owner`: null for all.
 */
export const recordChangedDays = (tx: Queryable, from: string, to: string, owner: string | null = null) =>
  tx.execute(
    sql`insert into changed_days (revision, from_day, to_day, owner)
    select data_revision, ${from}, ${to}, ${owner}::text
    from report_state`,
  )

/** Exchange rates of these days changed, for all owners. `ranges`: a query for `from_day` and `to_day`. */
export const recordChangedRates = (tx: Queryable, ranges: Sql) =>
  tx.execute(
    sql`insert into changed_days (revision, from_day, to_day)
    select s.data_revision, r.from_day, r.to_day
    from (${ranges}) r
    cross join report_state s`,
  )

/** Records that these channels started or stopped to count. */
export const recordChangedChannels = (tx: Queryable, channelIds: readonly string[]) =>
  tx.execute(
    sql`insert into changed_channels (revision, channel_id)
    select s.data_revision, c.channel_id
    from unnest(${channelIds}::text[]) as c (channel_id)
    cross join report_state s`,
  )

/** Titles and dates of videos changed. `videos`: a query for `channel_id` and `video_id`. */
export const recordChangedVideos = (tx: Queryable, videos: Sql) =>
  tx.execute(
    sql`insert into changed_videos (revision, channel_id, video_id)
    select s.data_revision, v.channel_id, v.video_id
    from (${videos}) v
    cross join report_state s`,
  )

/** Videos may disappear from days. `videoDays`: a query for `channel_id`, `video_id` and `day`. */
export const recordChangedVideoDays = (tx: Queryable, videoDays: Sql) =>
  tx.execute(
    sql`insert into changed_videos (revision, channel_id, video_id, month)
    select distinct s.data_revision, v.channel_id, v.video_id, date_trunc('month', v.day)::date
    from (${videoDays}) v
    cross join report_state s`,
  )

/** Records that videos use other tracks. */
export const recordChangedClaims = (tx: Queryable) =>
  tx.execute(
    sql`insert into changed_claims (revision)
    select data_revision
    from report_state`,
  )

/** Records that the catalog has other tracks. */
export const recordChangedCatalog = (tx: Queryable) =>
  tx.execute(
    sql`insert into changed_catalog (revision)
    select data_revision
    from report_state`,
  )

export async function deleteChanges(tx: Queryable, revision: number): Promise<void> {
  await tx.execute(sql`delete from changed_days where revision <= ${revision}`)
  await tx.execute(sql`delete from changed_channels where revision <= ${revision}`)
  await tx.execute(sql`delete from changed_videos where revision <= ${revision}`)
  await tx.execute(sql`delete from changed_claims where revision <= ${revision}`)
  await tx.execute(sql`delete from changed_catalog where revision <= ${revision}`)
}
