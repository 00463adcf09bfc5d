-- Keeps track_order, the mood counts and the favorites consistent with the catalog. Triggers record changes in
-- track_changes; a deferred trigger applies them once at the end of the transaction.

-- Ranked tracks come first, then all others by recency.
create or replace function popularity_position(rank integer, recency integer) returns integer
language sql immutable parallel safe
return coalesce(rank, 1000000000 + recency);

-- Rebuilds track_order as a separate table and replaces it: readers wait for the replacement only, and no dead rows remain.
create or replace function rebuild_track_order() returns void
language plpgsql as $$
declare
  sort_column text;
begin
  create table track_order_next (like track_order);
  insert into track_order_next (track_id, by_popularity, by_recency, by_name, category, shopping, moods, search_text)
  select t.id,
    popularity_position(w.rank, t.by_recency),
    t.by_recency,
    t.by_name,
    t.category,
    t.shopping,
    coalesce(m.moods, '{}'),
    normalize_track_search(concat_ws(E'\n', t.name, t.artist, t.aliases, t.isrc))
  from (
    select id, name, artist, aliases, isrc, category, shopping,
      row_number() over (order by created_at desc, id)::integer as by_recency,
      row_number() over (order by normalize_search(name) collate "C", id)::integer as by_name
    from tracks
    where withdrawn_at is null
  ) t
  left join weekly_track_ranks w on w.track_id = t.id
  left join (
    select track_id, array_agg(mood_id order by mood_id) as moods
    from track_moods
    group by track_id
  ) m on m.track_id = t.id
  order by t.by_recency;

  foreach sort_column in array array['by_popularity', 'by_recency', 'by_name'] loop
    execute format('create index %I on track_order_next (%I)', 'track_order_next_' || sort_column, sort_column);
  end loop;
  analyze track_order_next;

  update moods m
  set track_count = n.track_count
  from (
    select k.id, count(o.mood_id)::integer as track_count
    from moods k
    left join (select unnest(moods) as mood_id from track_order_next) o on o.mood_id = k.id
    group by k.id
  ) n
  where n.id = m.id
    and n.track_count <> m.track_count;

  delete from favorites
  where track_id in (select id from tracks where withdrawn_at is not null);

  drop table track_order;
  alter table track_order_next rename to track_order;
  foreach sort_column in array array['by_popularity', 'by_recency', 'by_name'] loop
    execute format('alter index %I rename to %I', 'track_order_next_' || sort_column, 'track_order_' || sort_column);
  end loop;
end $$;

-- Updates the popularity positions after the weekly ranks have changed.
create or replace function rerank_tracks() returns void
language plpgsql as $$
begin
  update track_order t
  set by_popularity = n.by_popularity
  from (
    select o.track_id, popularity_position(w.rank, o.by_recency) as by_popularity
    from track_order o
    left join weekly_track_ranks w on w.track_id = o.track_id
  ) n
  where n.track_id = t.track_id
    and n.by_popularity <> t.by_popularity;
end $$;

create or replace function record_track_change() returns trigger
language plpgsql as $$
begin
  insert into track_changes (week_only) values (tg_table_name = 'weekly_track_ranks');
  return null;
end $$;

create or replace trigger record_track_change
  after insert or delete or truncate
    or update of isrc, name, artist, aliases, category, shopping, created_at, withdrawn_at on tracks
  for each statement execute function record_track_change();
create or replace trigger record_track_change after insert or update or delete or truncate on track_moods
  for each statement execute function record_track_change();
create or replace trigger record_track_change after insert or update or delete or truncate on weekly_track_ranks
  for each statement execute function record_track_change();

-- Runs for each row of track_changes; the first run applies and deletes all of them.
create or replace function apply_track_changes() returns trigger
language plpgsql as $$
declare
  week_only boolean;
begin
  with applied as (delete from track_changes c returning c.week_only)
  select bool_and(a.week_only) into week_only from applied a;
  if week_only is null then return null; end if;
  -- serialized: the last transaction sees the changes of the others
  perform pg_advisory_xact_lock(hashtext('track_order'));
  if week_only then perform rerank_tracks(); else perform rebuild_track_order(); end if;
  return null;
end $$;

drop trigger if exists apply_track_changes on track_changes;
create constraint trigger apply_track_changes after insert on track_changes
  deferrable initially deferred for each row execute function apply_track_changes();

create or replace function default_mood_key() returns trigger
language plpgsql as $$
begin
  new.key := coalesce(new.key, 'mood-' || new.id);
  return new;
end $$;

create or replace trigger default_mood_key before insert on moods
  for each row execute function default_mood_key();
