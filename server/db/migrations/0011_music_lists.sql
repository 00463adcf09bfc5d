-- What the lists of tracks are read from, people's favourites, and what the videos of a network earn with a track.

-- The form in which words and what they are looked for in are compared: as names and titles are, and without hyphens,
-- whatever they look like, so that a part of an ISRC is found however it is written.
create function normalize_track_search(words text) returns text language sql immutable strict parallel safe
return translate(normalize_search(words), U&'-\00AD\2010\2011\2012\2013\2014\2015\2212', '');

-- The tracks of the catalogue with their places in each order, narrow, since a search reads all of it. Follows whatever
-- changes the catalogue or the week by the end of the same transaction.
create table track_order (
  track_id integer not null,
  -- the week's rank, then, far behind those, the newest
  by_popularity integer not null,
  by_recency integer not null,
  by_name integer not null,
  shopping boolean not null,
  -- normalize_track_search of all that a search may find, a line each; before what else has no fixed width, since it is read most
  search_text text not null,
  category text not null,
  moods integer[] not null
);

-- Tracks of the catalogue that have the mood.
alter table moods add column track_count integer not null default 0;

-- An account's favourites. Places begin at 1 and may have holes for a while, where a track was taken out.
create table favorites (
  account_id integer not null references accounts (id) on delete cascade,
  track_id integer not null references tracks (id) on delete cascade,
  position smallint not null check (position between 1 and 10),
  primary key (account_id, track_id),
  unique (account_id, position) deferrable initially deferred
);
create index favorites_track on favorites (track_id);

-- The place in the order of popularity of a track by its rank, else by its place among the newest.
create function popularity_position(rank integer, newest integer) returns integer language sql immutable parallel safe
return coalesce(rank, 1000000000 + newest);

-- Built beside and swapped: readers wait for nothing but the swap, and nothing is left to be swept.
create function rebuild_track_order() returns void language plpgsql as $$
begin
  create table track_order_next (like track_order);
  insert into track_order_next (track_id, by_popularity, by_recency, by_name, category, shopping, moods, search_text)
  select m.id,
    popularity_position(w.rank, m.newest),
    m.newest,
    m.by_name,
    m.category,
    m.shopping,
    coalesce(t.moods, '{}'),
    normalize_track_search(concat_ws(E'\n', m.name, m.artist, m.aliases, m.isrc))
  from (
    select id, name, artist, aliases, isrc, category, shopping,
      row_number() over (order by created_at desc, id)::integer as newest,
      row_number() over (order by normalize_search(name) collate "C", id)::integer as by_name
    from tracks
    where withdrawn_at is null
  ) m
  left join weekly_track_ranks w on w.track_id = m.id
  left join (
    select track_id, array_agg(mood_id order by mood_id) as moods
    from track_moods
    group by track_id
  ) t on t.track_id = m.id
  order by m.newest;
  create index on track_order_next (by_popularity);
  create index on track_order_next (by_recency);
  create index on track_order_next (by_name);
  analyze track_order_next;

  update moods t
  set track_count = n.track_count
  from (
    select k.id, count(p.mood_id)::integer as track_count
    from moods k
    left join (select unnest(moods) as mood_id from track_order_next) p on p.mood_id = k.id
    group by k.id
  ) n
  where n.id = t.id
    and n.track_count <> t.track_count;

  delete from favorites
  where track_id in (select id from tracks where withdrawn_at is not null);

  drop table track_order;
  alter table track_order_next rename to track_order;
end $$;

create function rerank_tracks() returns void language plpgsql as $$
begin
  update track_order p
  set by_popularity = n.by_popularity
  from (
    select o.track_id, popularity_position(w.rank, o.by_recency) as by_popularity
    from track_order o
    left join weekly_track_ranks w on w.track_id = o.track_id
  ) n
  where n.track_id = p.track_id
    and n.by_popularity <> p.by_popularity;
end $$;

-- A row for each statement that has changed the catalogue, or the week, from then until its transaction ends.
create table track_changes (
  id bigint generated always as identity primary key,
  week_only boolean not null
);

create function record_track_change() returns trigger language plpgsql as $$
begin
  insert into track_changes (week_only) values (tg_table_name = 'weekly_track_ranks');
  return null;
end $$;

-- The first of a transaction's changes places the tracks for all of them.
create function apply_track_changes() returns trigger language plpgsql as $$
declare
  week_only boolean;
begin
  with followed as (delete from track_changes c returning c.week_only)
  select bool_and(f.week_only) into week_only from followed f;
  if week_only is null then return null; end if;
  -- One after the other, so that the last one sees what the others have changed.
  perform pg_advisory_xact_lock(hashtext('track_order'));
  if week_only then perform rerank_tracks(); else perform rebuild_track_order(); end if;
  return null;
end $$;
create constraint trigger apply_track_changes after insert on track_changes
  deferrable initially deferred for each row execute function apply_track_changes();

create trigger record_track_change
  after insert or delete or truncate
    or update of isrc, name, artist, aliases, category, shopping, created_at, withdrawn_at on tracks
  for each statement execute function record_track_change();
create trigger record_track_change after insert or update or delete or truncate on track_moods
  for each statement execute function record_track_change();
create trigger record_track_change after insert or update or delete or truncate on weekly_track_ranks
  for each statement execute function record_track_change();
select rebuild_track_order();

-- The videos that use a track as the claims that count say; a video as often as owners claim it.
create view active_claims as
  select c.channel_id, c.video_id, c.isrc
  from report_current r
  join claims c on c.load_id = r.load_id
  where r.report_type = 'claims'
    and lower(c.claim_status) = 'active'
    and c.isrc is not null;

-- What the videos of a network that use a track earned in a period, in the network's currency; built with video_period.
-- By ISRC, for claims name tracks that come into the catalogue later.
create table track_period (
  period text not null,
  network_id integer not null,
  isrc text not null,
  videos integer not null,
  profit bigint not null
) partition by list (period);

-- Builds the list of a period as track_period_<period>_<revision>, after that of the videos.
create function build_track_list(wanted text, revision bigint) returns void language plpgsql as $$
declare
  suffix text := replace(wanted, '-', '_') || '_' || revision;
  fresh text := 'track_period_' || suffix;
begin
  execute format('create table %I (like track_period, check (period = %L))', fresh, wanted);
  execute format($build$
    insert into %I (period, network_id, isrc, videos, profit)
    with used as (
      select distinct channel_id, video_id, isrc
      from active_claims
    )
    select $1,
      p.network_id,
      u.isrc,
      count(*),
      sum(p.profit)::bigint
    from used u
    join %I p on p.channel_id = u.channel_id
      and p.video_id = u.video_id
    group by p.network_id, u.isrc
    order by p.network_id, u.isrc
  $build$, fresh, 'video_period_' || suffix) using wanted;
  execute format('create unique index on %I (network_id, isrc)', fresh);
  execute format('analyze %I', fresh);
end $$;

-- As before, with the lists of tracks.
create or replace function drop_orphaned_lists() returns void language plpgsql as $$
declare
  leftover text;
begin
  for leftover in
    select c.relname
    from pg_class parent
    join pg_class c on c.relnamespace = parent.relnamespace
      and starts_with(c.relname, parent.relname || '_')
    where parent.oid in ('video_period'::regclass, 'channel_period'::regclass, 'track_period'::regclass)
      and c.relkind = 'r'
      and not c.relispartition
  loop
    execute format('drop table %I', leftover);
  end loop;
end $$;

-- Figures that are there already: their lists count as old, so that the next start builds the new ones.
update report_state set data_revision = data_revision + 1 where data_revision > 0;
