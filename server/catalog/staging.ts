import { copyRows } from '#server/db/copy.ts'
import type { Queryable } from '#server/db/database.ts'
import type { ParsedTrack } from './catalog-file.ts'

/** A track whose files have become paths. */
export interface StagedTrack extends Omit<ParsedTrack, 'line' | 'files'> {
  cover: string | null
  exclusiveLogo: string | null
  audio: string | null
}

/** Puts tracks beside the catalogue, until the transaction ends, with tables for what differs from it. */
export async function stageTracks(tx: Queryable, tracks: readonly StagedTrack[]): Promise<void> {
  await tx.exec(
    `create temporary table catalog_lines (
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
    ) on commit drop;
    create temporary table catalog_moods (isrc text not null, key text not null) on commit drop;
    -- tracks that are there and have to be changed, as they shall be
    create temporary table catalog_changed_tracks (track_id integer not null, like catalog_lines) on commit drop;
    create temporary table catalog_changed_moods (
      track_id integer not null,
      mood_id integer not null,
      gone boolean not null
    ) on commit drop;
    create temporary table catalog_added_tracks (track_id integer not null) on commit drop`,
  )
  await copyRows(
    tx,
    `catalog_lines (position, isrc, name, artist, category, aliases, shopping, exclusive, time_limit_seconds,
      length_seconds, cover, exclusive_logo, audio)`,
    toTrackRows(tracks),
  )
  await copyRows(tx, 'catalog_moods (isrc, key)', toMoodRows(tracks))
  await tx.exec('analyze catalog_lines; analyze catalog_moods')
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
