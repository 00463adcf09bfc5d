import * as z from 'zod/mini'
import type { Queryable } from '#server/platform/db/database.ts'
import { queryOne } from '#server/platform/db/rows.ts'
import { type Sql, sql } from '#server/platform/db/sql.ts'
import { longestPeriod } from '#server/reports/figures/periods.ts'
import { hasRebuiltNetworks, type ListRefresh } from './affected-rows.ts'

const Claims = z.object({ hasChanged: z.boolean() })

export async function haveClaimsChanged(
  db: Queryable,
  { revision, isComplete }: Pick<ListRefresh, 'revision' | 'isComplete'>,
): Promise<boolean> {
  const claims = await queryOne(
    db,
    Claims,
    sql`select exists (select from changed_claims where revision <= ${revision}) as "hasChanged"`,
  )
  return isComplete || claims.hasChanged
}

/**
 * The tracks that a video uses; claims of several owners on one track are one use. Lateral, for a few of all videos: each is
 * looked up by its key.
 */
export const usedTracks = (video: Sql): Sql =>
  sql`lateral (
      select distinct isrc
      from active_claims
      where channel_id = ${video}.channel_id
        and video_id = ${video}.video_id
    )`

/** Requires the staged list of videos. */
export async function stageTracks(db: Queryable, refresh: ListRefresh): Promise<void> {
  const isEveryTrackAffected = hasRebuiltNetworks(refresh) || (await haveClaimsChanged(db, refresh))
  if (isEveryTrackAffected) await stageAllTracks(db)
  else await stageAffectedTracks(db)
}

async function stageAllTracks(db: Queryable): Promise<void> {
  await db.execute(
    sql`insert into staged_track_period (period, network_id, isrc, videos, profit)
    with used as (
      select distinct channel_id, video_id, isrc
      from active_claims
    ), upcoming as (
      select network_id, channel_id, video_id, profit
      from staged_video_period
      where period = ${longestPeriod}
      union all
      select network_id, channel_id, video_id, profit
      from video_period p
      where period = ${longestPeriod}
        and not exists (select from rebuilt_channels r where r.channel_id = p.channel_id)
        and not exists (
          select
          from affected_videos a
          where a.channel_id = p.channel_id
            and a.video_id = p.video_id)
    )
    select ${longestPeriod}, p.network_id, u.isrc, count(*), sum(p.profit)::bigint
    from upcoming p
    join used u on u.channel_id = p.channel_id
      and u.video_id = p.video_id
    group by p.network_id, u.isrc`,
  )
  await db.execute(
    sql`insert into affected_tracks (network_id, isrc)
    select network_id, isrc from track_period
    union
    select network_id, isrc from staged_track_period`,
  )
}

/** Each track's published sum, without what its affected videos had and with what they will have. */
const stageAffectedTracks = (db: Queryable) =>
  db.execute(
    sql`with changed as materialized (
      select v.network_id, u.isrc, sum(v.videos) as videos, sum(v.profit) as profit
      from (
        select network_id, channel_id, video_id, 1 as videos, profit
        from staged_video_period
        where period = ${longestPeriod}
        union all
        select p.network_id, p.channel_id, p.video_id, -1, -p.profit
        from affected_videos a
        join video_period p on p.channel_id = a.channel_id
          and p.video_id = a.video_id
        where p.period = ${longestPeriod}
        union all
        select p.network_id, p.channel_id, p.video_id, -1, -p.profit
        from rebuilt_channels r
        join video_period p on p.channel_id = r.channel_id
        where p.period = ${longestPeriod}
      ) v
      cross join ${usedTracks(sql`v`)} u
      group by v.network_id, u.isrc
    ), affected as (
      insert into affected_tracks (network_id, isrc)
      select network_id, isrc
      from changed
      returning network_id, isrc
    )
    insert into staged_track_period (period, network_id, isrc, videos, profit)
    select ${longestPeriod}, network_id, isrc, sum(videos)::bigint, sum(profit)::bigint
    from (
      select network_id, isrc, videos, profit
      from changed
      union all
      select p.network_id, p.isrc, p.videos, p.profit
      from changed c
      join track_period p on p.network_id = c.network_id
        and p.isrc = c.isrc
      where p.period = ${longestPeriod}
    ) sums
    group by network_id, isrc
    having sum(videos) > 0`,
  )
