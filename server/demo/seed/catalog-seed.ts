import { type DemoVideo, getDemoExchangeRate, pickDemoTrack } from '#server/demo/data/facts.ts'
import { seededLetters } from '#server/demo/data/seeded-random.ts'
import { demoTracks } from '#server/demo/data/tracks.ts'
import { createTrackWav } from '#server/demo/media/audio.ts'
import { getAudioPath, getCoverPath, getThumbnailPath } from '#server/demo/media/routes.ts'
import { copyRows } from '#server/platform/db/copy.ts'
import type { Database, Queryable } from '#server/platform/db/database.ts'
import { CountRow, queryOne } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { TrackFileStore } from '#server/portal/track-files/store.ts'
import { supplyTrackFiles } from '#server/portal/track-files/supply.ts'

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

/** The licensed files of the tracks that have a preview. Nothing where somebody has supplied or removed one. */
export async function ensureTrackFiles(db: Database, trackFilesDir: string, now: Date): Promise<void> {
  const { count } = await queryOne(db, CountRow, sql`select count(*) as count from track_files`)
  if (count > 0) return
  const sources = demoTracks.flatMap(({ audio, lengthSeconds }, at) => {
    const isrc = getDemoIsrc(at)
    return audio ? [{ isrc, name: isrc, read: async () => createTrackWav(isrc, lengthSeconds) }] : []
  })
  await supplyTrackFiles(db, sources, {
    store: new TrackFileStore(trackFilesDir),
    checkOnly: false,
    signal: new AbortController().signal,
    now,
    start() {},
    update() {},
  })
}

/** Reports do not say them. */
export async function setThumbnails(tx: Queryable, videos: readonly DemoVideo[]): Promise<void> {
  await tx.execute(
    sql`update videos v
    set thumbnail = t.path
    from unnest(
      ${videos.map(({ channelId }) => channelId)}::text[],
      ${videos.map(({ videoId }) => videoId)}::text[],
      ${videos.map(({ videoId }) => getThumbnailPath(videoId))}::text[]
    ) as t (channel_id, video_id, path)
    where v.channel_id = t.channel_id
      and v.video_id = t.video_id`,
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
