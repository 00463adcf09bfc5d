import type { Actor } from '#server/platform/auth/audit.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { type Sql, sql } from '#server/platform/db/sql.ts'

/** The action of the summary and of the entry of each track that existed. New tracks have none of their own. */
export const importAction = 'music import'

/** Whose change it is, and what the audit log calls it. */
export interface CatalogRecording {
  actor: Actor
  action: string
}

/** `changes`: a query for `id`, `isrc`, and `before` and `after` as JSON. Call it before they are written. */
const recordTracks = (tx: Queryable, { actor, action }: CatalogRecording, changes: Sql) =>
  tx.execute(
    sql`insert into audit_log (actor, actor_id, site_id, network_id, address, action, subject, subject_id, detail)
    select ${actor.kind}, ${actor.id ?? null}::integer, ${actor.siteId ?? null}::integer,
      ${actor.networkId ?? null}::integer, ${actor.address ?? null}, ${action}, 'music', id::text,
      jsonb_build_object('isrc', isrc, 'before', before, 'after', after)
    from (${changes}) changes
    order by id`,
  )

export const recordChangedTracks = (tx: Queryable, recording: CatalogRecording) =>
  recordTracks(
    tx,
    recording,
    sql`select m.id, m.isrc, diff.before, diff.after
    from changed_tracks c
    join tracks m on m.id = c.track_id
    cross join lateral (
      select jsonb_object_agg(key, old.value) as before, jsonb_object_agg(key, new.value) as after
      from jsonb_each(to_jsonb(m)) old
      join jsonb_each(to_jsonb(c) - 'position') new using (key)
      where new.value <> old.value
    ) diff`,
  )

export const recordChangedMoods = (tx: Queryable, recording: CatalogRecording) =>
  recordTracks(
    tx,
    recording,
    sql`select m.id,
      m.isrc,
      jsonb_build_object('moods', coalesce(jsonb_agg(g.key order by g.key) filter (where not k.is_added), '[]'))
        as before,
      jsonb_build_object('moods', coalesce(jsonb_agg(g.key order by g.key) filter (where not k.is_removed), '[]'))
        as after
    from (
      select track_id, mood_id, not is_removed as is_added, is_removed
      from changed_moods
      union all
      select t.track_id, t.mood_id, false, false
      from track_moods t
      where t.track_id in (select track_id from changed_moods)
        and not exists (
          select
          from changed_moods c
          where c.track_id = t.track_id
            and c.mood_id = t.mood_id)
    ) k
    join tracks m on m.id = k.track_id
    join moods g on g.id = k.mood_id
    where m.id not in (select track_id from inserted_tracks)
    group by m.id`,
  )

export const recordRestoredTracks = (tx: Queryable, recording: CatalogRecording) =>
  recordTracks(
    tx,
    recording,
    sql`select m.id,
      m.isrc,
      '{"withdrawn": "missing in a file"}'::jsonb as before,
      '{"withdrawn": false}'::jsonb as after
    from tracks m
    join staged_tracks l on l.isrc = m.isrc
    where m.withdrawn_as_missing`,
  )

export const recordMissingTracks = (tx: Queryable, recording: CatalogRecording) =>
  recordTracks(
    tx,
    recording,
    sql`select m.id,
      m.isrc,
      '{"withdrawn": false}'::jsonb as before,
      '{"withdrawn": "missing in a file"}'::jsonb as after
    from tracks m
    where m.withdrawn_at is null
      and not exists (select from staged_tracks l where l.isrc = m.isrc)`,
  )
