import {
  type DemoVideo,
  getDemoExchangeRate,
  getPublishedTime,
  pickDemoTrack,
} from '#server/demo/data/facts.ts'
import { seededLetters } from '#server/demo/data/seeded-random.ts'
import { demoTracks } from '#server/demo/data/tracks.ts'
import { getAudioPath, getCoverPath, getThumbnailPath } from '#server/demo/media/routes.ts'
import { copyRows } from '#server/platform/db/copy.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { IdRow, queryOne } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'

/** Weekdays only; weekends use Friday's rate. */
export async function insertExchangeRates(tx: Queryable, calendar: string[]): Promise<void> {
  const weekdays = calendar
    .map((day, at) => ({ day, at }))
    .filter(({ day }) => ![0, 6].includes(new Date(day).getUTCDay()))
  await copyRows(
    tx,
    sql`exchange_rates (day, krw_micros)`,
    weekdays.map(({ day, at }) => [day, getDemoExchangeRate(day, at)]),
  )
}

const getDemoIsrc = (at: number) => `KRMIM26${String(at + 1).padStart(5, '0')}`

export async function insertTracks(tx: Queryable): Promise<void> {
  for (const [at, track] of demoTracks.entries()) {
    const isrc = getDemoIsrc(at)
    await tx.execute(
      sql`with track as (
        insert into tracks (isrc, name, artist, category, cover, audio, aliases, length_seconds, time_limit_seconds,
          shopping, exclusive)
        values (${isrc}, ${track.name}, ${track.artist}, ${track.category}, ${getCoverPath(isrc)},
          ${track.audio ? getAudioPath(isrc) : null}, ${track.aliases.join('\n')}, ${track.lengthSeconds},
          ${track.timeLimitSeconds ?? null}, ${track.shopping ?? false}, ${track.exclusive ?? false})
        returning id
      )
      insert into track_moods (track_id, mood_id)
      select track.id, mood.id
      from track
      join moods mood on mood.key = any(${track.moods})`,
    )
  }
}

export async function insertVideos(
  tx: Queryable,
  owner: string,
  calendar: string[],
  videos: DemoVideo[],
  now: Date,
): Promise<void> {
  const last = calendar.at(-1) ?? ''
  await copyRows(
    tx,
    sql`videos (channel_id, video_id, channel_name, title, length_seconds, published_at, thumbnail, reported_on, reported_at)`,
    videos.map((video) => [
      video.channelId,
      video.videoId,
      video.channelName,
      video.title,
      video.lengthSeconds,
      getPublishedTime(video, calendar[video.publishedDayIndex] ?? ''),
      getThumbnailPath(video.videoId),
      last,
      now.toISOString(),
    ]),
  )
  await insertClaims(tx, owner, last, videos, now)
}

async function insertClaims(
  tx: Queryable,
  owner: string,
  day: string,
  videos: DemoVideo[],
  now: Date,
): Promise<void> {
  const load = await queryOne(
    tx,
    IdRow,
    sql`insert into report_loads (report_type, owner, day, create_time, file_name, sha256, row_count, state)
    values ('claims', ${owner}, ${day}, ${now}, 'demo', 'demo', ${videos.length}, 'current')
    returning id`,
  )
  await tx.execute(
    sql`insert into report_current (report_type, owner, day, load_id) values ('claims', ${owner}, ${day}, ${load.id})`,
  )
  await copyRows(
    tx,
    sql`claims (load_id, claim_id, claim_status, channel_id, video_id, asset_id, asset_title, artist, isrc, is_shorts_eligible)`,
    videos.map((video) => {
      const { claimId, assetId, name, artist, isrc } = createDemoClaim(video)
      return [load.id, claimId, 'ACTIVE', video.channelId, video.videoId, assetId, name, artist, isrc, true]
    }),
  )
}

const trackIndexes = demoTracks.map((_, at) => at)

/** The claim of the track in a video. */
export function createDemoClaim(video: DemoVideo) {
  const at = pickDemoTrack(video, trackIndexes)
  const claimId = `demo${seededLetters(12, video.videoId, 'claim')}`
  const { name, artist } = demoTracks[at] ?? { name: '', artist: '' }
  return { claimId, assetId: `A${claimId}`, name, artist, isrc: getDemoIsrc(at) }
}
