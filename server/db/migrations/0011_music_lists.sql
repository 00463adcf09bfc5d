-- What the lists of tracks are read from, people's favourites, and what the videos of a network earn with a track.

-- The form in which words and what they are looked for in are compared: as names and titles are, and without hyphens,
-- whatever they look like, so that a part of an ISRC is found however it is written.
create function music_form(words text) returns text language sql immutable strict parallel safe
return translate(search_form(words), U&'-\00AD\2010\2011\2012\2013\2014\2015\2212', '');

-- The tracks of the catalogue with their places in each order, narrow, since a search reads all of it. Follows whatever
-- changes the catalogue or the week by the end of the same transaction.
create table music_places (
  music_id integer not null,
  -- the week's rank, then, far behind those, the newest
  popular integer not null,
  newest integer not null,
  name integer not null,
  shopping boolean not null,
  -- music_form of all that a search may find, a line each; before what else has no fixed width, since it is read most
  sought text not null,
  category text not null,
  moods integer[] not null
);

-- Tracks of the catalogue that have the mood.
alter table mood_tags add column tracks integer not null default 0;

-- An account's favourites. Places begin at 1 and may have holes for a while, where a track was taken out.
create table favourites (
  account_id integer not null references accounts (id) on delete cascade,
  music_id integer not null references musics (id) on delete cascade,
  place smallint not null check (place between 1 and 10),
  primary key (account_id, music_id),
  unique (account_id, place) deferrable initially deferred
);
create index favourites_music on favourites (music_id);

-- The place in the order of popularity of a track by its rank, else by its place among the newest.
create function popular_place(rank integer, newest integer) returns integer language sql immutable parallel safe
return coalesce(rank, 1000000000 + newest);

-- Built beside and swapped: readers wait for nothing but the swap, and nothing is left to be swept.
create function place_musics() returns void language plpgsql as $$
begin
  create table music_places_fresh (like music_places);
  insert into music_places_fresh (music_id, popular, newest, name, category, shopping, moods, sought)
  select m.id,
    popular_place(w.rank, m.newest),
    m.newest,
    m.by_name,
    m.category,
    m.shopping,
    coalesce(t.moods, '{}'),
    music_form(concat_ws(E'\n', m.name, m.artist, m.aliases, m.isrc))
  from (
    select id, name, artist, aliases, isrc, category, shopping,
      row_number() over (order by created_at desc, id)::integer as newest,
      row_number() over (order by search_form(name) collate "C", id)::integer as by_name
    from musics
    where withdrawn_at is null
  ) m
  left join weekly_musics w on w.music_id = m.id
  left join (
    select music_id, array_agg(mood_tag_id order by mood_tag_id) as moods
    from music_moods
    group by music_id
  ) t on t.music_id = m.id
  order by m.newest;
  create index on music_places_fresh (popular);
  create index on music_places_fresh (newest);
  create index on music_places_fresh (name);
  analyze music_places_fresh;

  update mood_tags t
  set tracks = n.tracks
  from (
    select k.id, count(p.mood_tag_id)::integer as tracks
    from mood_tags k
    left join (select unnest(moods) as mood_tag_id from music_places_fresh) p on p.mood_tag_id = k.id
    group by k.id
  ) n
  where n.id = t.id
    and n.tracks <> t.tracks;

  delete from favourites
  where music_id in (select id from musics where withdrawn_at is not null);

  drop table music_places;
  alter table music_places_fresh rename to music_places;
end $$;

create function rank_musics() returns void language plpgsql as $$
begin
  update music_places p
  set popular = n.popular
  from (
    select o.music_id, popular_place(w.rank, o.newest) as popular
    from music_places o
    left join weekly_musics w on w.music_id = o.music_id
  ) n
  where n.music_id = p.music_id
    and n.popular <> p.popular;
end $$;

-- A row for each statement that has changed the catalogue, or the week, from then until its transaction ends.
create table music_changes (
  id bigint generated always as identity primary key,
  week_only boolean not null
);

create function note_music_change() returns trigger language plpgsql as $$
begin
  insert into music_changes (week_only) values (tg_table_name = 'weekly_musics');
  return null;
end $$;

-- The first of a transaction's changes places the tracks for all of them.
create function follow_music_changes() returns trigger language plpgsql as $$
declare
  week_only boolean;
begin
  with followed as (delete from music_changes c returning c.week_only)
  select bool_and(f.week_only) into week_only from followed f;
  if week_only is null then return null; end if;
  -- One after the other, so that the last one sees what the others have changed.
  perform pg_advisory_xact_lock(hashtext('music_places'));
  if week_only then perform rank_musics(); else perform place_musics(); end if;
  return null;
end $$;
create constraint trigger follow_music_changes after insert on music_changes
  deferrable initially deferred for each row execute function follow_music_changes();

create trigger note_change
  after insert or delete or truncate
    or update of isrc, name, artist, aliases, category, shopping, created_at, withdrawn_at on musics
  for each statement execute function note_music_change();
create trigger note_change after insert or update or delete or truncate on music_moods
  for each statement execute function note_music_change();
create trigger note_change after insert or update or delete or truncate on weekly_musics
  for each statement execute function note_music_change();
select place_musics();

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
create table music_period (
  period text not null,
  network_id integer not null,
  isrc text not null,
  videos integer not null,
  profit bigint not null
) partition by list (period);

-- Builds the list of a period as music_period_<period>_<revision>, after that of the videos.
create function build_music_list(wanted text, revision bigint) returns void language plpgsql as $$
declare
  suffix text := replace(wanted, '-', '_') || '_' || revision;
  fresh text := 'music_period_' || suffix;
begin
  execute format('create table %I (like music_period, check (period = %L))', fresh, wanted);
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
create or replace function sweep_lists() returns void language plpgsql as $$
declare
  leftover text;
begin
  for leftover in
    select c.relname
    from pg_class parent
    join pg_class c on c.relnamespace = parent.relnamespace
      and starts_with(c.relname, parent.relname || '_')
    where parent.oid in ('video_period'::regclass, 'channel_period'::regclass, 'music_period'::regclass)
      and c.relkind = 'r'
      and not c.relispartition
  loop
    execute format('drop table %I', leftover);
  end loop;
end $$;

-- Figures that are there already: their lists count as old, so that the next start builds the new ones.
update report_state set data_revision = data_revision + 1 where data_revision > 0;
