-- Both reports of each day and owner, with the rows in the order of a file. The days are of one month, whose partitions are
-- filled before they are attached: indexes are then built at once.

create function large_data.fill_reports(from_day date, to_day date) returns void
language plpgsql as $$
declare
  first_day date := date_trunc('month', from_day)::date;
  facts text;
begin
  perform set_config('work_mem', '256MB', true);
  perform set_config('maintenance_work_mem', '512MB', true);
  create table next_activity_facts (like activity_facts);
  create table next_revenue_facts (like revenue_facts);
  with loads as (
    insert into report_loads (report_type, owner, day, create_time, file_name, sha256, state)
    select t.type, o.owner, d.day::date, d.day + interval '1 day', t.type || to_char(d.day, '_YYYYMMDD') || '.csv',
      md5(t.type || o.owner || d.day), 'current'
    from generate_series(from_day::timestamp, to_day, '1 day') d (day)
    cross join (select distinct owner from large_data.networks) o
    cross join unnest(array['activity', 'revenue']) t (type)
    order by d.day, o.owner, t.type
    returning id, report_type, owner, day
  )
  insert into report_current (report_type, owner, day, load_id)
  select report_type, owner, day, id
  from loads;

  create temporary table video_days on commit drop as
  select v.channel_id, v.video_id, v.owner, v.seed, v.countries, d.day,
    case v.countries when 60 then 40000 when 4 then 9000 else 50 + v.seed % 3000 end
      * (80 + (v.seed + extract(day from d.day)::integer) % 40)::bigint / 100 / d.nth as views
  from large_data.videos v
  cross join lateral (
    select day::date, 1 as nth
    from generate_series(greatest(from_day, v.first_active)::timestamp, to_day, '1 day') day
    where v.every_days is not null
      and (day::date - '2000-01-01' + v.seed / 20) % v.every_days = 0
    union all
    select v.first_active + k * (1 + v.seed % 3) + k * k * (v.seed % 4) / 4, 1 + k
    from generate_series(0, v.active_days - 1) k
    where v.first_active + k * (1 + v.seed % 3) + k * k * (v.seed % 4) / 4 between from_day and to_day
  ) d;

  create temporary table country_days on commit drop as
  select v.channel_id, v.video_id, v.owner, v.seed, v.day, n.n,
    case when n.n = 0 then (array['KR', 'US', 'JP', 'TW', 'VN', 'ZZ'])[1 + v.seed / 20 % 6]
      else chr(65 + n.n / 26) || chr(65 + n.n % 26)
    end as country,
    1 + v.views / (1 + n.n) as views
  from video_days v
  cross join lateral generate_series(0, v.countries - 1) n
  order by v.day, v.owner, v.channel_id, v.video_id;
  analyze country_days;
  analyze report_current;
  analyze report_loads;

  insert into next_activity_facts (day, load_id, channel_id, video_id, country, views, premium_views, engaged_views,
    watch_ms, watched_share)
  select c.day, r.load_id, c.channel_id, c.video_id, c.country, c.views, c.views / 12, c.views, c.views * 14000,
    c.views * 8100
  from country_days c
  join report_current r on r.report_type = 'activity'
    and r.owner = c.owner
    and r.day = c.day;
  -- Every other country pays.
  insert into next_revenue_facts (day, load_id, channel_id, video_id, country, revenue_micros, premium_revenue_micros)
  select c.day, r.load_id, c.channel_id, c.video_id, c.country, c.views * (90 + c.seed % 300),
    c.views * (90 + c.seed % 300) / 9
  from country_days c
  join report_current r on r.report_type = 'revenue'
    and r.owner = c.owner
    and r.day = c.day
  where c.n % 2 = 0;
  foreach facts in array array['activity_facts', 'revenue_facts'] loop
    execute format('alter table %I rename to %I', 'next_' || facts, facts || to_char(first_day, '_YYYY_MM'));
    execute format('alter table %I attach partition %I for values from (%L) to (%L)', facts,
      facts || to_char(first_day, '_YYYY_MM'), first_day, first_day + interval '1 month');
  end loop;
  perform ensure_month_partitions(from_day);

  update report_loads l
  set row_count = n.rows
  from (
    select owner, day, type, sum(rows) as rows
    from (
      select owner, day, count(*) as activity, count(*) filter (where n % 2 = 0) as revenue
      from country_days
      group by owner, day
    ) counts
    cross join lateral (values ('activity', activity), ('revenue', revenue)) v (type, rows)
    group by owner, day, type
  ) n
  where n.owner = l.owner
    and n.day = l.day
    and n.type = l.report_type;
  drop table video_days, country_days;
end $$;
