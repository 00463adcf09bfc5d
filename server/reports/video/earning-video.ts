import * as z from 'zod/mini'
import { UsedMusic, VideoDetail } from '#contract/reports/video-detail.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { Day } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { andInScope, type Scope } from '#server/reports/figures/scope.ts'

const EarningVideoRow = z.extend(VideoDetail.shape.video, { earnsFrom: Day })

export interface EarningVideo {
  video: VideoDetail['video']
  earnsFrom: string
}

/** The most recent report wins if two earning channels in the scope reported the video. */
export async function findEarningVideo(
  db: Queryable,
  scope: Scope,
  videoId: string,
): Promise<EarningVideo | null> {
  const [row] = await db.query(
    EarningVideoRow,
    sql`select ${videoId}::text as "videoId",
      c.channel_id as "channelId",
      c.name as "channelName",
      v.title,
      v.published_at as "publishedAt",
      v.length_seconds as "lengthSeconds",
      v.thumbnail,
      e.earns_from as "earnsFrom"
    from (
      select channel_id from videos where video_id = ${videoId}
      union
      select channel_id from video_period where video_id = ${videoId}
    ) candidates
    join earning_channels e on e.channel_id = candidates.channel_id
      and e.network_id = ${scope.networkId}
      ${andInScope(sql`e.channel_id`, scope)}
    join channels c on c.registration_id = e.registration_id
    left join videos v on v.channel_id = c.channel_id
      and v.video_id = ${videoId}
    left join metadata_channels m on m.channel_id = v.channel_id
    order by coalesce(v.reported_on, m.reported_on) desc nulls last,
      coalesce(v.reported_at, m.reported_at) desc nulls last,
      c.channel_id
    limit 1`,
  )
  if (!row) return null
  const { earnsFrom, ...video } = row
  return { video, earnsFrom }
}

export const selectVideoTracks = (
  db: Queryable,
  { channelId, videoId }: VideoDetail['video'],
): Promise<UsedMusic[]> =>
  db.query(
    UsedMusic,
    sql`select m.id,
      used.isrc,
      m.name,
      m.artist,
      m.category,
      m.cover
    from (
      -- claims of several owners on one track are one use
      select distinct c.isrc
      from claims c
      join report_current r on r.load_id = c.load_id
      where c.channel_id = ${channelId}
        and c.video_id = ${videoId}
        and c.isrc is not null
        and r.report_type = 'claims'
        and lower(c.claim_status) = 'active'
    ) used
    left join tracks m on m.isrc = used.isrc
    order by m.id is null, m.name, used.isrc`,
  )
