import type { UsedMusic, VideoDetail } from '#contract/video-detail.ts'
import type { Queryable } from '#server/db/database.ts'
import type { Scope } from '#server/figures/scope.ts'

export interface EarningVideo {
  video: VideoDetail['video']
  /** Days before it never count. */
  earnsFrom: string
}

/**
 * A video that a metadata report has named, or that stands in a list, of a channel whose figures the scope may see.
 * Of a video that was reported under two such channels, the one last named.
 */
export async function findEarningVideo(
  db: Queryable,
  scope: Scope,
  id: string,
): Promise<EarningVideo | null> {
  const [row] = await db.query<VideoDetail['video'] & Pick<EarningVideo, 'earnsFrom'>>(
    `select $2::text as "videoId",
      c.channel_id as "channelId",
      c.name as "channelName",
      v.title,
      v.published_at as "publishedAt",
      v.length_seconds as "lengthSeconds",
      v.thumbnail,
      c.earns_from as "earnsFrom"
    from (
      select channel_id from videos where video_id = $2
      union
      select channel_id from video_period where video_id = $2
    ) known
    join channels c on c.channel_id = known.channel_id
      and c.network_id = $1
      and c.removed_at is null
      and c.approval_status = 2
      and c.verification_status = 'verified'
      and c.earns_from is not null
    left join videos v on v.channel_id = c.channel_id
      and v.video_id = $2
    where $3::text[] is null or c.channel_id = any($3)
    order by v.reported_on desc nulls last, v.reported_at desc nulls last, c.channel_id
    limit 1`,
    [scope.networkId, id, scope.channelIds],
  )
  if (!row) return null
  const { earnsFrom, ...video } = row
  return { video, earnsFrom }
}

/** Each track once, those of the catalogue first. */
export const selectVideoTracks = (db: Queryable, { channelId, videoId }: VideoDetail['video']) =>
  db.query<UsedMusic>(
    `select m.id,
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
      where c.channel_id = $1
        and c.video_id = $2
        and c.isrc is not null
        and r.report_type = 'claims'
        and lower(c.claim_status) = 'active'
    ) used
    left join tracks m on m.isrc = used.isrc
    order by m.id is null, m.name, used.isrc`,
    [channelId, videoId],
  )
