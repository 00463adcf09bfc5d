-- Materialized lists per period: each is built as a separate table and published as a partition. Table names cannot be
-- parameters of a statement, hence functions.

-- Builds video_period_<period>_<revision>. `ranges` is [{network_id, from_day, to_day, currency}].
create or replace function build_video_list(list_period text, revision bigint, ranges jsonb) returns void
language plpgsql as $$
declare
  list text := format('video_period_%s_%s', replace(list_period, '-', '_'), revision);
  first_day date;
  last_day date;
begin
  select min(r.from_day), max(r.to_day) into first_day, last_day
  from jsonb_to_recordset(ranges) as r (from_day date, to_day date);
  -- the check spares a scan when the table is attached
  execute format('create table %I (like video_period, check (period = %L))', list, list_period);
  execute format($build$
    insert into %I (period, network_id, channel_id, video_id, published_at, views, premium_views, profit, premium_profit, price,
      title)
    with ranges as materialized (
      select r.network_id, r.from_day, r.to_day, r.currency
      from jsonb_to_recordset($1) as r (network_id integer, from_day date, to_day date, currency text)
    ), rates as materialized (
      select day, krw_micros
      from daily_rates($2, $3)
    ), days as (
      -- summed over all owners first, so that each day of a video is rounded once
      select r.network_id,
        r.currency,
        v.channel_id,
        v.video_id,
        v.day,
        sum(v.views)::bigint as views,
        sum(v.premium_views)::bigint as premium_views,
        sum(v.revenue_micros)::bigint as revenue_micros,
        sum(v.premium_revenue_micros)::bigint as premium_revenue_micros
      from ranges r
      join earning_channels c on c.network_id = r.network_id
      join video_daily v on v.channel_id = c.channel_id
        and v.day between greatest(r.from_day, c.earns_from) and r.to_day
      where v.day between $2 and $3
        and v.video_id <> ''
      group by r.network_id, r.currency, v.channel_id, v.video_id, v.day
    ), figures as (
      select d.network_id,
        d.channel_id,
        d.video_id,
        sum(d.views)::bigint as views,
        sum(d.premium_views)::bigint as premium_views,
        sum(convert_amount(d.revenue_micros, d.currency, rates.krw_micros))::bigint as profit,
        sum(convert_amount(d.premium_revenue_micros, d.currency, rates.krw_micros))::bigint as premium_profit
      from days d
      join rates on rates.day = d.day
      group by d.network_id, d.channel_id, d.video_id
    )
    select $4,
      f.network_id,
      f.channel_id,
      f.video_id,
      m.published_at,
      f.views,
      f.premium_views,
      f.profit,
      f.premium_profit,
      price_per_million(f.profit, f.views),
      normalize_search(m.title)
    from figures f
    left join videos m on m.channel_id = f.channel_id
      and m.video_id = f.video_id
    order by f.network_id, f.channel_id, f.video_id
  $build$, list) using ranges, first_day, last_day, list_period;
  execute format('create index on %I (network_id, views, video_id)', list);
  execute format('create index on %I (network_id, profit, video_id)', list);
  execute format('create index on %I (network_id, price, video_id)', list);
  execute format('create index on %I (network_id, published_at, video_id)', list);
  -- highest and lowest prices of videos with enough views to compare
  execute format('create index on %I (network_id, price, video_id) where views >= 1000', list);
  execute format('create index on %I (channel_id)', list);
  execute format('create unique index on %I (video_id, channel_id)', list);
  execute format('analyze %I', list);
end $$;

-- Builds channel_period_<period>_<revision>. Reads the video list of the same period and revision.
create or replace function build_channel_list(list_period text, revision bigint, ranges jsonb) returns void
language plpgsql as $$
declare
  suffix text := replace(list_period, '-', '_') || '_' || revision;
  list text := 'channel_period_' || suffix;
  sort_column text;
begin
  execute format('create table %I (like channel_period, check (period = %L))', list, list_period);
  execute format($build$
    insert into %I (period, network_id, channel_id, name, views, premium_views, profit, premium_profit, shorts, price)
    with ranges as materialized (
      select r.network_id, r.from_day, r.to_day, r.currency
      from jsonb_to_recordset($1) as r (network_id integer, from_day date, to_day date, currency text)
    ), rates as materialized (
      select r.day, r.krw_micros
      from (select min(from_day) as first_day, max(to_day) as last_day from ranges) bounds
      cross join daily_rates(bounds.first_day, bounds.last_day) r
    ), figures as (
      select d.network_id,
        d.channel_id,
        sum(d.views)::bigint as views,
        sum(d.premium_views)::bigint as premium_views,
        sum(convert_amount(d.revenue_micros, w.currency, r.krw_micros))::bigint as profit,
        sum(convert_amount(d.premium_revenue_micros, w.currency, r.krw_micros))::bigint as premium_profit
      from ranges w
      join channel_daily d on d.network_id = w.network_id
        and d.day between w.from_day and w.to_day
      join rates r on r.day = d.day
      group by d.network_id, d.channel_id
    ), video_counts as (
      select channel_id, count(*) as shorts
      from %I
      group by channel_id
    )
    select $2,
      f.network_id,
      f.channel_id,
      normalize_search(coalesce(c.name, f.channel_id)),
      f.views,
      f.premium_views,
      f.profit,
      f.premium_profit,
      coalesce(v.shorts, 0),
      price_per_million(f.profit, f.views)
    from figures f
    left join channels c on c.channel_id = f.channel_id
      and c.network_id = f.network_id
      and c.removed_at is null
    left join video_counts v on v.channel_id = f.channel_id
    order by f.network_id, f.channel_id
  $build$, list, 'video_period_' || suffix) using ranges, list_period;
  foreach sort_column in array array['name', 'views', 'profit', 'shorts', 'price'] loop
    execute format('create index on %I (network_id, %I, channel_id)', list, sort_column);
  end loop;
  execute format('create unique index on %I (channel_id)', list);
  execute format('analyze %I', list);
end $$;

-- Builds track_period_<period>_<revision>. Reads the video list of the same period and revision.
create or replace function build_track_list(list_period text, revision bigint) returns void
language plpgsql as $$
declare
  suffix text := replace(list_period, '-', '_') || '_' || revision;
  list text := 'track_period_' || suffix;
begin
  execute format('create table %I (like track_period, check (period = %L))', list, list_period);
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
  $build$, list, 'video_period_' || suffix) using list_period;
  execute format('create unique index on %I (network_id, isrc)', list);
  execute format('analyze %I', list);
end $$;

-- Replaces the published list of a period. `parent` is video_period, channel_period or track_period.
create or replace function publish_list(parent text, list_period text, revision bigint) returns void
language plpgsql as $$
declare
  prefix text := format('%s_%s_', parent, replace(list_period, '-', '_'));
  published text;
begin
  for published in
    select c.relname
    from pg_inherits i
    join pg_class c on c.oid = i.inhrelid
    where i.inhparent = parent::regclass
      and starts_with(c.relname, prefix)
  loop
    execute format('drop table %I', published);
  end loop;
  execute format('alter table %I attach partition %I for values in (%L)', parent, prefix || revision, list_period);
end $$;

-- Drops lists whose build was interrupted.
create or replace function drop_orphaned_lists() returns void
language plpgsql as $$
declare
  orphan text;
begin
  for orphan in
    select c.relname
    from pg_class parent
    join pg_class c on c.relnamespace = parent.relnamespace
      and starts_with(c.relname, parent.relname || '_')
    where parent.oid in ('video_period'::regclass, 'channel_period'::regclass, 'track_period'::regclass)
      and c.relkind = 'r'
      and not c.relispartition
  loop
    execute format('drop table %I', orphan);
  end loop;
end $$;
