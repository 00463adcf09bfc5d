import { copyRows } from '#server/platform/db/copy.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import type { ParsedTrack } from './catalog-file.ts'

export interface StagedTrack extends Omit<ParsedTrack, 'line' | 'files'> {
  cover: string | null
  exclusiveLogo: string | null
  audio: string | null
}

const temporaryTables = [
  sql`create temporary table staged_tracks (
    position integer not null,
    isrc text not null,
    name text not null,
    artist text not null,
    category text not null,
    aliases text not null,
    shopping boolean not null,
    exclusive boolean not null,
    time_limit_seconds integer,
    length_seconds integer,
    cover text,
    exclusive_logo text,
    audio text
  ) on commit drop`,
  sql`create temporary table staged_moods (isrc text not null, key text not null) on commit drop`,
  sql`create temporary table changed_tracks (track_id integer not null, like staged_tracks) on commit drop`,
  sql`create temporary table changed_moods (
    track_id integer not null,
    mood_id integer not null,
    is_removed boolean not null
  ) on commit drop`,
  sql`create temporary table inserted_tracks (track_id integer not null) on commit drop`,
]

export async function stageTracks(tx: Queryable, tracks: readonly StagedTrack[]): Promise<void> {
  for (const table of temporaryTables) await tx.execute(table)
  await copyRows(
    tx,
    sql`staged_tracks (position, isrc, name, artist, category, aliases, shopping, exclusive, time_limit_seconds,
      length_seconds, cover, exclusive_logo, audio)`,
    toTrackRows(tracks),
  )
  await copyRows(tx, sql`staged_moods (isrc, key)`, toMoodRows(tracks))
  await tx.execute(sql`analyze staged_tracks`)
  await tx.execute(sql`analyze staged_moods`)
}

function* toTrackRows(tracks: readonly StagedTrack[]) {
  for (const [position, track] of tracks.entries()) {
    const { isrc, name, artist, category, aliases, shopping, exclusive, timeLimitSeconds, lengthSeconds } =
      track
    const textColumns = [isrc, name, artist, category, aliases, shopping, exclusive]
    yield [
      position,
      ...textColumns,
      timeLimitSeconds,
      lengthSeconds,
      track.cover,
      track.exclusiveLogo,
      track.audio,
    ]
  }
}

function* toMoodRows(tracks: readonly StagedTrack[]) {
  for (const { isrc, moods } of tracks) for (const key of moods) yield [isrc, key]
}
