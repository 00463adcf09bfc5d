import * as z from 'zod/mini'
import { MusicUse } from '#contract/reports/music-uses.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { Id } from '#server/platform/db/rows.ts'
import { empty, type Sql, sql } from '#server/platform/db/sql.ts'
import { type ListSnapshot, readList } from '#server/reports/figures/list-snapshot.ts'
import { longestPeriod } from '#server/reports/figures/periods.ts'
import { andInScope, type Scope } from '#server/reports/figures/scope.ts'
import { isGrossVisible, isNetVisible, shownProfit } from '#server/reports/figures/visibility.ts'
import { createFigureList } from './video-list.ts'
import { selectVideoRows } from './video-rows.ts'

export const getMusicUses = (db: Queryable, scope: Scope, trackIds: readonly number[]) => {
  const read = async (snapshot: ListSnapshot) => ({
    uses:
      scope.feeAccountId === null
        ? await selectNetworkUses(db, scope, trackIds)
        : await sumMemberUses(db, scope, snapshot, trackIds),
  })
  return readList(db, scope, { period: longestPeriod }, read, { uses: [] })
}

/**
 * Passes a query of `track_id` and `profit`, as the person sees it, to `read`: all tracks of the catalog that the person's
 * videos use, in the longest period. Null without figures.
 */
export async function withEarnedTracks<R>(
  db: Queryable,
  scope: Scope,
  read: (earned: Sql) => Promise<R>,
): Promise<R | null> {
  const readEarned = async (snapshot: ListSnapshot): Promise<{ result: R | null }> => ({
    result: await read(
      scope.feeAccountId === null ? sumNetworkTracks(scope) : sumMemberTracks(scope, snapshot),
    ),
  })
  return (await readList(db, scope, { period: longestPeriod }, readEarned, { result: null })).result
}

const sumNetworkTracks = ({ networkId }: Scope): Sql =>
  sql`select m.id as track_id, p.profit
      from track_period p
      join tracks m on m.isrc = p.isrc
      where p.period = ${longestPeriod}
        and p.network_id = ${networkId}`

/** A fee applies by day, so the sums are taken over the list of videos. */
const sumMemberTracks = (scope: Scope, snapshot: ListSnapshot): Sql =>
  sql`select m.id as track_id,
        sum(u.profit)::bigint as profit
      from (
        -- claims of several owners on one track are one use
        select distinct v.channel_id,
          v.video_id,
          ${shownProfit(scope, sql`v`)} as profit,
          c.isrc
        from ${createFigureList(scope, snapshot)} v
        join active_claims c on c.channel_id = v.channel_id
          and c.video_id = v.video_id
      ) u
      join tracks m on m.isrc = u.isrc
      group by m.id`

const selectNetworkUses = (db: Queryable, { networkId }: Scope, trackIds: readonly number[]) =>
  db.query(
    MusicUse,
    sql`select m.id as "musicId",
      p.videos,
      p.profit as "grossProfit",
      null as "netProfit"
    from tracks m
    join track_period p on p.period = ${longestPeriod}
      and p.network_id = ${networkId}
      and p.isrc = m.isrc
    where m.id = any(${trackIds}::bigint[])
    order by m.id`,
  )

/** A fee applies by day, so the sums are taken over the rows of the video report. */
async function sumMemberUses(
  db: Queryable,
  scope: Scope,
  snapshot: ListSnapshot,
  trackIds: readonly number[],
): Promise<MusicUse[]> {
  const trackVideos = await selectTrackVideos(db, scope, trackIds)
  const videoIds = trackVideos.map(({ videoId }) => videoId)
  const channelIds = trackVideos.map(({ channelId }) => channelId)
  const rows = await selectVideoRows(db, scope, snapshot, {
    page: sql`select distinct video_id, channel_id
      from unnest(${videoIds}::text[], ${channelIds}::text[]) as used (video_id, channel_id)`,
    orderBy: empty,
    limit: trackVideos.length,
  })
  const figures = new Map(rows.map((row) => [`${row.videoId},${row.channelId}`, row]))
  const uses = new Map<number, MusicUse>()
  const noProfit = {
    grossProfit: isGrossVisible(scope) ? 0 : null,
    netProfit: isNetVisible(scope) ? 0 : null,
  }
  for (const { trackId, videoId, channelId } of trackVideos) {
    const use = uses.get(trackId) ?? { videos: 0, ...noProfit }
    const video = figures.get(`${videoId},${channelId}`) ?? noProfit
    uses.set(trackId, {
      musicId: trackId,
      videos: use.videos + 1,
      grossProfit: addVisible(use.grossProfit, video.grossProfit),
      netProfit: addVisible(use.netProfit, video.netProfit),
    })
  }
  return [...uses.values()]
}

const addVisible = (sum: number | null, value: number | null) =>
  sum === null || value === null ? null : sum + value

const TrackVideo = z.object({ trackId: Id, videoId: z.string(), channelId: z.string() })
type TrackVideo = z.output<typeof TrackVideo>

/**
 * `offset 0` is an optimization fence: the planner must go from videos to claims,
 * because a track may have far more uses than a member has videos.
 */
const selectTrackVideos = (db: Queryable, scope: Scope, trackIds: readonly number[]): Promise<TrackVideo[]> =>
  db.query(
    TrackVideo,
    sql`with requested as materialized (
      select id, isrc
      from tracks
      where id = any(${trackIds}::bigint[])
    )
    select distinct r.id as "trackId",
      v.video_id as "videoId",
      v.channel_id as "channelId"
    from video_period v
    cross join lateral (
      select c.isrc
      from active_claims c
      where c.channel_id = v.channel_id
        and c.video_id = v.video_id
        and c.isrc = any(array(select isrc from requested))
      offset 0
    ) used
    join requested r on r.isrc = used.isrc
    where v.period = ${longestPeriod}
      and v.network_id = ${scope.networkId}
      ${andInScope(sql`v.channel_id`, scope)}
    order by r.id, v.video_id, v.channel_id`,
  )
