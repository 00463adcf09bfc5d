import type { MusicUse } from '#contract/musics.ts'
import type { Queryable } from '#server/db/database.ts'
import { type ListSnapshot, readListSnapshot } from '#server/figures/list-snapshot.ts'
import { longestPeriod } from '#server/figures/periods.ts'
import type { Scope } from '#server/figures/scope.ts'
import type { KeysetPosition } from './keyset.ts'
import { selectVideoRows } from './video-rows.ts'

/** Of some tracks those that the videos in question use, with what these videos earned over the longest period. */
export const getMusicUses = (db: Queryable, scope: Scope, musicIds: readonly number[]) => {
  const read = async (snapshot: ListSnapshot) => ({
    uses:
      scope.feeAccountId === null
        ? await selectNetworkUses(db, scope, musicIds)
        : await sumMemberUses(db, scope, snapshot, musicIds),
  })
  return readListSnapshot(db, scope, longestPeriod, read, { uses: [] })
}

/** Nobody's fee counts: the list of the period has the sums. */
const selectNetworkUses = (db: Queryable, { networkId }: Scope, musicIds: readonly number[]) =>
  db.query<MusicUse>(
    `select m.id as "musicId",
      p.videos,
      p.profit
    from tracks m
    join track_period p on p.period = $1
      and p.network_id = $2
      and p.isrc = m.isrc
    where m.id = any($3::bigint[])
    order by m.id`,
    [longestPeriod, networkId, musicIds],
  )

/** A fee counts by day, so the videos are summed as their rows in the report of videos show them. */
async function sumMemberUses(
  db: Queryable,
  scope: Scope,
  snapshot: ListSnapshot,
  musicIds: readonly number[],
): Promise<MusicUse[]> {
  const trackVideos = await selectTrackVideos(db, scope, musicIds)
  const positions = [...new Map(trackVideos.map(({ position }) => [position.ids.join(), position])).values()]
  const rows = await selectVideoRows(db, scope, snapshot, longestPeriod, positions)
  const profits = new Map(rows.map(({ videoId, channelId, profit }) => [`${videoId},${channelId}`, profit]))
  const uses = new Map<number, MusicUse>()
  for (const { musicId, position } of trackVideos) {
    const { videos, profit } = uses.get(musicId) ?? { videos: 0, profit: 0 }
    uses.set(musicId, {
      musicId,
      videos: videos + 1,
      profit: profit + (profits.get(position.ids.join()) ?? 0),
    })
  }
  return [...uses.values()]
}

interface TrackVideo {
  musicId: number
  position: KeysetPosition
}

/**
 * The videos with figures that use one of the tracks, each once for every such track, in the order of the tracks. From the
 * videos to their claims, which `offset 0` holds it to: a track may be used by many more videos than a member has.
 */
async function selectTrackVideos(
  db: Queryable,
  { networkId, channelIds }: Scope,
  musicIds: readonly number[],
): Promise<TrackVideo[]> {
  const rows = await db.query<{ musicId: number; videoId: string; channelId: string }>(
    `with asked as materialized (
      select id, isrc
      from tracks
      where id = any($4::bigint[])
    ), shown as materialized (
      select video_id, channel_id
      from video_period
      where period = $1
        and network_id = $2
        and channel_id = any($3)
    )
    select distinct a.id as "musicId",
      s.video_id as "videoId",
      s.channel_id as "channelId"
    from shown s
    cross join lateral (
      select c.isrc
      from active_claims c
      where c.channel_id = s.channel_id
        and c.video_id = s.video_id
        and c.isrc = any(array(select isrc from asked))
      offset 0
    ) used
    join asked a on a.isrc = used.isrc
    order by a.id, s.video_id, s.channel_id`,
    [longestPeriod, networkId, channelIds, musicIds],
  )
  return rows.map(({ musicId, videoId, channelId }) => ({
    musicId,
    position: { ids: [videoId, channelId], key: null },
  }))
}
