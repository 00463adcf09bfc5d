import * as z from 'zod/mini'
import type { Queryable } from '#server/platform/db/database.ts'
import { Count, CountRow, queryOne } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { type StagedTrack, stageTracks } from './staging.ts'
import {
  type CatalogRecording,
  recordChangedMoods,
  recordChangedTracks,
  recordMissingTracks,
  recordRestoredTracks,
} from './track-audit.ts'

export interface MergeResult {
  added: number
  changed: number
  unchanged: number
  missing: number
  withdrawn: number
  /** Withdrawn because an earlier file lacked them, restored because this one has them. */
  restored: number
  /** Withdrawn by the operator; imports do not undo that. */
  stillWithdrawn: number
}

interface MergeOptions {
  /** Withdraws the tracks that are not among them. */
  withdrawMissing?: boolean
  /** Restores those that an earlier file lacked. */
  restores?: boolean
  recording: CatalogRecording
}

/**
 * Writes only the differences, so that an unchanged catalog invalidates no caches. Missing columns keep their values.
 * Requires a transaction and the catalog lock.
 */
export async function mergeTracks(
  tx: Queryable,
  tracks: readonly StagedTrack[],
  columns: ReadonlySet<string>,
  { withdrawMissing = false, restores = true, recording }: MergeOptions,
): Promise<MergeResult> {
  await stageTracks(tx, tracks)
  if ((await stageChangedTracks(tx, [...columns])) > 0) {
    await recordChangedTracks(tx, recording)
    await updateTracks(tx)
  }
  await insertNewTracks(tx)
  if (columns.has('moods')) await syncTrackMoods(tx, recording)
  const { missing, stillWithdrawn, restored } = await countByFile(tx)
  if (restores && restored > 0) {
    await recordRestoredTracks(tx, recording)
    await restoreTracksInFile(tx)
  }
  if (withdrawMissing && missing > 0) {
    await recordMissingTracks(tx, recording)
    await withdrawMissingTracks(tx)
  }
  const { added, changed } = await countChanges(tx)
  return {
    added,
    changed,
    unchanged: tracks.length - added - changed,
    missing,
    withdrawn: withdrawMissing ? missing : 0,
    restored,
    stillWithdrawn,
  }
}

async function stageChangedTracks(tx: Queryable, columns: readonly string[]): Promise<number> {
  const { count } = await queryOne(
    tx,
    CountRow,
    sql`with input as (
      select ${columns}::text[] as columns
    ), target as materialized (
      select m.id,
        l.position,
        l.isrc,
        l.name,
        l.artist,
        l.category,
        case when 'aliases' = any(i.columns) then l.aliases else m.aliases end as aliases,
        case when 'shopping' = any(i.columns) then l.shopping else m.shopping end as shopping,
        -- a logo implies exclusive if there is no such column
        case when 'exclusive' = any(i.columns) then l.exclusive else m.exclusive or l.exclusive end as exclusive,
        case when 'time_limit' = any(i.columns) then l.time_limit_seconds else m.time_limit_seconds end
          as time_limit_seconds,
        case when 'length' = any(i.columns) then l.length_seconds else m.length_seconds end as length_seconds,
        case when 'cover' = any(i.columns) then l.cover else m.cover end as cover,
        case when 'exclusive_logo' = any(i.columns) then l.exclusive_logo else m.exclusive_logo end as exclusive_logo,
        case when 'audio' = any(i.columns) then l.audio else m.audio end as audio
      from input i
      cross join staged_tracks l
      join tracks m on m.isrc = l.isrc
    ), changed as (
      insert into changed_tracks (track_id, position, isrc, name, artist, category, aliases, shopping, exclusive,
        time_limit_seconds, length_seconds, cover, exclusive_logo, audio)
      select t.*
      from target t
      join tracks m on m.id = t.id
      where (m.name, m.artist, m.category, m.aliases, m.shopping, m.exclusive, m.time_limit_seconds, m.length_seconds,
          m.cover, m.exclusive_logo, m.audio)
        is distinct from (t.name, t.artist, t.category, t.aliases, t.shopping, t.exclusive, t.time_limit_seconds,
          t.length_seconds, t.cover, t.exclusive_logo, t.audio)
      returning track_id
    )
    select count(*) as count
    from changed`,
  )
  return count
}

const updateTracks = (tx: Queryable) =>
  tx.execute(
    sql`update tracks m
    set name = c.name,
      artist = c.artist,
      category = c.category,
      aliases = c.aliases,
      shopping = c.shopping,
      exclusive = c.exclusive,
      time_limit_seconds = c.time_limit_seconds,
      length_seconds = c.length_seconds,
      cover = c.cover,
      exclusive_logo = c.exclusive_logo,
      audio = c.audio,
      updated_at = now()
    from changed_tracks c
    where c.track_id = m.id`,
  )

const NewTracks = z.object({ exist: z.boolean() })

/** Skips an empty insert, because its statement triggers would count it as a change. */
async function insertNewTracks(tx: Queryable): Promise<void> {
  const { exist } = await queryOne(
    tx,
    NewTracks,
    sql`select exists (
      select
      from staged_tracks l
      where not exists (select from tracks m where m.isrc = l.isrc)) as exist`,
  )
  if (!exist) return
  await tx.execute(
    sql`with inserted as (
      insert into tracks (isrc, name, artist, category, aliases, shopping, exclusive, time_limit_seconds, length_seconds,
        cover, exclusive_logo, audio)
      select l.isrc, l.name, l.artist, l.category, l.aliases, l.shopping, l.exclusive, l.time_limit_seconds,
        l.length_seconds, l.cover, l.exclusive_logo, l.audio
      from staged_tracks l
      where not exists (select from tracks m where m.isrc = l.isrc)
      order by l.position
      returning id
    )
    insert into inserted_tracks (track_id)
    select id
    from inserted`,
  )
}

const MoodChange = z.object({ isRemoved: z.boolean() })

async function syncTrackMoods(tx: Queryable, recording: CatalogRecording): Promise<void> {
  const changes = await tx.query(
    MoodChange,
    sql`with target as (
      select m.id as track_id, g.id as mood_id
      from staged_moods c
      join tracks m on m.isrc = c.isrc
      join moods g on g.key = c.key
    ), current as (
      select t.track_id, t.mood_id
      from track_moods t
      join tracks m on m.id = t.track_id
      join staged_tracks l on l.isrc = m.isrc
    ), changed as (
      insert into changed_moods (track_id, mood_id, is_removed)
      select track_id, mood_id, t is null
      from target t
      full join current c using (track_id, mood_id)
      where t is null or c is null
      returning is_removed
    )
    select distinct is_removed as "isRemoved"
    from changed`,
  )
  if (changes.length > 0) await recordChangedMoods(tx, recording)
  if (changes.some(({ isRemoved }) => isRemoved)) await deleteTrackMoods(tx)
  if (changes.some(({ isRemoved }) => !isRemoved)) await insertTrackMoods(tx)
  if (changes.length > 0) await touchTracksWithChangedMoods(tx)
}

const deleteTrackMoods = (tx: Queryable) =>
  tx.execute(
    sql`delete from track_moods t
    using changed_moods c
    where c.is_removed
      and c.track_id = t.track_id
      and c.mood_id = t.mood_id`,
  )

async function insertTrackMoods(tx: Queryable): Promise<void> {
  // Foreign keys are checked row by row; replanning each check would dominate the import time.
  await tx.execute(sql`set local plan_cache_mode = force_generic_plan`)
  await tx.execute(
    sql`insert into track_moods (track_id, mood_id)
    select track_id, mood_id
    from changed_moods
    where not is_removed
    order by track_id`,
  )
  await tx.execute(sql`set local plan_cache_mode = force_custom_plan`)
}

const touchTracksWithChangedMoods = (tx: Queryable) =>
  tx.execute(
    sql`update tracks
    set updated_at = now()
    where updated_at <> now()
      and id in (select track_id from changed_moods)`,
  )

const FileCounts = z.object({ missing: Count, stillWithdrawn: Count, restored: Count })

const countByFile = (tx: Queryable) =>
  queryOne(
    tx,
    FileCounts,
    sql`select count(*) filter (where l.isrc is null and m.withdrawn_at is null) as missing,
      count(*) filter (where l.isrc is not null and m.withdrawn_at is not null and not m.withdrawn_as_missing)
        as "stillWithdrawn",
      count(*) filter (where l.isrc is not null and m.withdrawn_at is not null and m.withdrawn_as_missing) as restored
    from tracks m
    left join staged_tracks l on l.isrc = m.isrc`,
  )

const restoreTracksInFile = (tx: Queryable) =>
  tx.execute(
    sql`update tracks m
    set withdrawn_at = null,
      withdrawn_as_missing = false,
      updated_at = now()
    from staged_tracks l
    where l.isrc = m.isrc
      and m.withdrawn_as_missing`,
  )

const withdrawMissingTracks = (tx: Queryable) =>
  tx.execute(
    sql`update tracks m
    set withdrawn_at = now(),
      withdrawn_as_missing = true,
      updated_at = now()
    where m.withdrawn_at is null
      and not exists (select from staged_tracks l where l.isrc = m.isrc)`,
  )

const ChangeCounts = z.object({ added: Count, changed: Count })

const countChanges = (tx: Queryable) =>
  queryOne(
    tx,
    ChangeCounts,
    sql`select (select count(*) from inserted_tracks) as added,
      count(*) as changed
    from (
      (
        select track_id from changed_tracks
        union
        select track_id from changed_moods
      )
      except
      select track_id from inserted_tracks
    ) c`,
  )
