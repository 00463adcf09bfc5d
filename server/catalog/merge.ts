import type { Queryable } from '#server/db/database.ts'
import { type StagedTrack, stageTracks } from './staging.ts'

export interface MergeResult {
  added: number
  changed: number
  unchanged: number
  /** Tracks of the catalogue so far that are not among these, and how many of them were taken out. */
  missing: number
  withdrawn: number
  /** Taken out because another catalogue did not have them, and back with this one. */
  restored: number
  /** Taken out by the operator's word: they stay so. */
  stillWithdrawn: number
}

/**
 * Makes the catalogue what the tracks say, all of it. Of columns that are not named, what is there stays. Differences are
 * found first: where nothing differs nothing is written, so that nobody is told of a change. Inside a transaction, one at
 * a time.
 */
export async function mergeTracks(
  tx: Queryable,
  tracks: readonly StagedTrack[],
  columns: ReadonlySet<string>,
  withdrawMissing: boolean,
): Promise<MergeResult> {
  await stageTracks(tx, tracks)
  if ((await stageChangedTracks(tx, [...columns])) > 0) await updateTracks(tx)
  if (await hasNewTracks(tx)) await insertTracks(tx)
  if (columns.has('moods')) await syncTrackMoods(tx)
  const { missing, keptOut: stillWithdrawn, back: restored } = await countTracksOutsideFile(tx)
  if (restored > 0) await restoreTracksInFile(tx)
  if (withdrawMissing && missing > 0) await withdrawMissingTracks(tx)
  const { added, changed } = await countChanges(tx)
  const withdrawn = withdrawMissing ? missing : 0
  return {
    added,
    changed,
    unchanged: tracks.length - added - changed,
    missing,
    withdrawn,
    restored: restored,
    stillWithdrawn,
  }
}

/** @returns how many of the tracks that are there have to be changed */
async function stageChangedTracks(tx: Queryable, columns: readonly string[]): Promise<number> {
  const [found] = await tx.query<{ tracks: number }>(
    `with wanted as materialized (
      select m.id,
        l.position,
        l.isrc,
        l.name,
        l.artist,
        l.category,
        case when 'aliases' = any($1) then l.aliases else m.aliases end as aliases,
        case when 'shopping' = any($1) then l.shopping else m.shopping end as shopping,
        -- a logo says that a track is exclusive where no column does
        case when 'exclusive' = any($1) then l.exclusive else m.exclusive or l.exclusive end as exclusive,
        case when 'time_limit' = any($1) then l.time_limit_seconds else m.time_limit_seconds end as time_limit_seconds,
        case when 'length' = any($1) then l.length_seconds else m.length_seconds end as length_seconds,
        case when 'cover' = any($1) then l.cover else m.cover end as cover,
        case when 'exclusive_logo' = any($1) then l.exclusive_logo else m.exclusive_logo end as exclusive_logo,
        case when 'audio' = any($1) then l.audio else m.audio end as audio
      from catalog_lines l
      join tracks m on m.isrc = l.isrc
    ), differing as (
      insert into catalog_changed_tracks (track_id, position, isrc, name, artist, category, aliases, shopping, exclusive,
        time_limit_seconds, length_seconds, cover, exclusive_logo, audio)
      select w.*
      from wanted w
      join tracks m on m.id = w.id
      where (m.name, m.artist, m.category, m.aliases, m.shopping, m.exclusive, m.time_limit_seconds, m.length_seconds,
          m.cover, m.exclusive_logo, m.audio)
        is distinct from (w.name, w.artist, w.category, w.aliases, w.shopping, w.exclusive, w.time_limit_seconds,
          w.length_seconds, w.cover, w.exclusive_logo, w.audio)
      returning track_id
    )
    select count(*) as tracks
    from differing`,
    [columns],
  )
  return found?.tracks ?? 0
}

const updateTracks = (tx: Queryable) =>
  tx.query(
    `update tracks m
    set name = d.name,
      artist = d.artist,
      category = d.category,
      aliases = d.aliases,
      shopping = d.shopping,
      exclusive = d.exclusive,
      time_limit_seconds = d.time_limit_seconds,
      length_seconds = d.length_seconds,
      cover = d.cover,
      exclusive_logo = d.exclusive_logo,
      audio = d.audio,
      updated_at = now()
    from catalog_changed_tracks d
    where d.track_id = m.id`,
  )

async function hasNewTracks(tx: Queryable): Promise<boolean> {
  const found = await tx.query(
    `select
    from catalog_lines l
    where not exists (select from tracks m where m.isrc = l.isrc)
    limit 1`,
  )
  return found.length > 0
}

const insertTracks = (tx: Queryable) =>
  tx.query(
    `with added as (
      insert into tracks (isrc, name, artist, category, aliases, shopping, exclusive, time_limit_seconds, length_seconds,
        cover, exclusive_logo, audio)
      select l.isrc, l.name, l.artist, l.category, l.aliases, l.shopping, l.exclusive, l.time_limit_seconds,
        l.length_seconds, l.cover, l.exclusive_logo, l.audio
      from catalog_lines l
      where not exists (select from tracks m where m.isrc = l.isrc)
      order by l.position
      returning id
    )
    insert into catalog_added_tracks (track_id)
    select id
    from added`,
  )

/** Gives each of the tracks the moods of its line, and no other. */
async function syncTrackMoods(tx: Queryable): Promise<void> {
  const changes = await tx.query<{ gone: boolean }>(
    `with wanted as (
      select m.id as track_id, g.id as mood_id
      from catalog_moods c
      join tracks m on m.isrc = c.isrc
      join moods g on g.key = c.key
    ), there as (
      select t.track_id, t.mood_id
      from track_moods t
      join tracks m on m.id = t.track_id
      join catalog_lines l on l.isrc = m.isrc
    ), differing as (
      insert into catalog_changed_moods (track_id, mood_id, gone)
      select track_id, mood_id, w is null
      from wanted w
      full join there t using (track_id, mood_id)
      where w is null or t is null
      returning gone
    )
    select distinct gone
    from differing`,
  )
  if (changes.some(({ gone }) => gone)) await deleteTrackMoods(tx)
  if (changes.some(({ gone }) => !gone)) await insertTrackMoods(tx)
  if (changes.length > 0) await touchTracksWithNewMoods(tx)
}

const deleteTrackMoods = (tx: Queryable) =>
  tx.query(
    `delete from track_moods t
    using catalog_changed_moods d
    where d.gone
      and d.track_id = t.track_id
      and d.mood_id = t.mood_id`,
  )

async function insertTrackMoods(tx: Queryable): Promise<void> {
  // Its foreign keys are looked at row by row: a plan made anew for each one would take most of an import's time.
  await tx.exec('set local plan_cache_mode = force_generic_plan')
  await tx.query(
    `insert into track_moods (track_id, mood_id)
    select track_id, mood_id
    from catalog_changed_moods
    where not gone
    order by track_id`,
  )
  await tx.exec('set local plan_cache_mode = force_custom_plan')
}

const touchTracksWithNewMoods = (tx: Queryable) =>
  tx.query(
    `update tracks
    set updated_at = now()
    where updated_at <> now()
      and id in (select track_id from catalog_changed_moods)`,
  )

/** Tracks of the catalogue that have no line, and lines of tracks that were taken out. */
async function countTracksOutsideFile(
  tx: Queryable,
): Promise<{ missing: number; keptOut: number; back: number }> {
  const [found] = await tx.query<{ missing: number; keptOut: number; back: number }>(
    `select count(*) filter (where l.isrc is null and m.withdrawn_at is null) as missing,
      count(*) filter (where l.isrc is not null and m.withdrawn_at is not null and not m.withdrawn_as_missing) as "keptOut",
      count(*) filter (where l.isrc is not null and m.withdrawn_at is not null and m.withdrawn_as_missing) as back
    from tracks m
    left join catalog_lines l on l.isrc = m.isrc`,
  )
  return found ?? { missing: 0, keptOut: 0, back: 0 }
}

const restoreTracksInFile = (tx: Queryable) =>
  tx.query(
    `update tracks m
    set withdrawn_at = null,
      withdrawn_as_missing = false,
      updated_at = now()
    from catalog_lines l
    where l.isrc = m.isrc
      and m.withdrawn_as_missing`,
  )

const withdrawMissingTracks = (tx: Queryable) =>
  tx.query(
    `update tracks m
    set withdrawn_at = now(),
      withdrawn_as_missing = true,
      updated_at = now()
    where m.withdrawn_at is null
      and not exists (select from catalog_lines l where l.isrc = m.isrc)`,
  )

/** A track counts once, as added when it is new. */
async function countChanges(tx: Queryable): Promise<Pick<MergeResult, 'added' | 'changed'>> {
  const [found] = await tx.query<Pick<MergeResult, 'added' | 'changed'>>(
    `select (select count(*) from catalog_added_tracks) as added,
      count(*) as changed
    from (
      (
        select track_id from catalog_changed_tracks
        union
        select track_id from catalog_changed_moods
      )
      except
      select track_id from catalog_added_tracks
    ) c`,
  )
  return found ?? { added: 0, changed: 0 }
}
