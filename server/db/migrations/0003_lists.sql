-- Lists of videos are built beside the ones in use and swapped. Their names cannot be parameters of a statement, so
-- the three steps are functions.

-- Builds the list of a period as video_period_<period>_<revision>. `spans`: [{network_id, from_day, to_day, currency}]
create function build_video_list(wanted text, revision bigint, spans jsonb) returns void language plpgsql as $$
declare
  fresh text := format('video_period_%s_%s', replace(wanted, '-', '_'), revision);
  first_day date;
  last_day date;
begin
  select min(s.from_day), max(s.to_day) into first_day, last_day
  from jsonb_to_recordset(spans) as s (from_day date, to_day date);
  -- with the check the table becomes a partition without being read through
  execute format('create table %I (like video_period, check (period = %L))', fresh, wanted);
  execute format($build$
    insert into %I (period, network_id, channel_id, video_id, published_at, views, premium_views, profit, premium_profit, price)
    with wanted as materialized (
      select s.network_id, s.from_day, s.to_day, s.currency
      from jsonb_to_recordset($1) as s (network_id integer, from_day date, to_day date, currency text)
    ), rates as materialized (
      select d::date as day, exchange_rate_on(d::date) as krw_micros
      from generate_series($2::timestamp, $3::timestamp, interval '1 day') d
    ), days as (
      -- a video's day over the reports of all owners, so that its amounts are rounded once
      select w.network_id,
        w.currency,
        v.channel_id,
        v.video_id,
        v.day,
        sum(v.views)::bigint as views,
        sum(v.premium_views)::bigint as premium_views,
        sum(v.revenue_micros)::bigint as revenue_micros,
        sum(v.premium_revenue_micros)::bigint as premium_revenue_micros
      from wanted w
      join channels c on c.network_id = w.network_id
        and c.removed_at is null
        and c.approval_status = 2
        and c.verification_status = 'verified'
      join video_daily v on v.channel_id = c.channel_id
        and v.day between greatest(w.from_day, c.earns_from) and w.to_day
      where v.day between $2 and $3
        and v.video_id <> ''
        and c.earns_from is not null
      group by w.network_id, w.currency, v.channel_id, v.video_id, v.day
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
      case when f.views > 0 then round(f.profit::numeric * 1000000 / f.views)::bigint end
    from figures f
    left join videos m on m.channel_id = f.channel_id
      and m.video_id = f.video_id
    order by f.network_id, f.channel_id, f.video_id
  $build$, fresh) using spans, first_day, last_day, wanted;
  execute format('create index on %I (network_id, views, video_id)', fresh);
  execute format('create index on %I (network_id, profit, video_id)', fresh);
  execute format('create index on %I (network_id, price, video_id)', fresh);
  execute format('create index on %I (network_id, published_at, video_id)', fresh);
  execute format('create index on %I (channel_id)', fresh);
  execute format('create unique index on %I (video_id, channel_id)', fresh);
  execute format('analyze %I', fresh);
end $$;

-- Puts the lists of a revision in the place of the ones in use.
create function swap_video_list(wanted text, revision bigint) returns void language plpgsql as $$
declare
  list text := format('video_period_%s_', replace(wanted, '-', '_'));
  used text;
begin
  for used in
    select c.relname
    from pg_inherits i
    join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'video_period'::regclass
      and starts_with(c.relname, list)
  loop
    execute format('drop table %I', used);
  end loop;
  execute format('alter table video_period attach partition %I for values in (%L)', list || revision, wanted);
end $$;

-- Drops lists that were being built when their process ended.
create function sweep_video_lists() returns void language plpgsql as $$
declare
  leftover text;
begin
  for leftover in
    select c.relname
    from pg_class c
    join pg_class parent on parent.oid = 'video_period'::regclass
    where c.relnamespace = parent.relnamespace
      and c.relkind = 'r'
      and not c.relispartition
      and starts_with(c.relname, 'video_period_')
  loop
    execute format('drop table %I', leftover);
  end loop;
end $$;
