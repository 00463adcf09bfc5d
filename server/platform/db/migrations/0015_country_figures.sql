-- All reported figures per channel, day and country, of every channel, registered or not. Like video_daily, one partition a month.
create table country_daily (
  channel_id text not null,
  day date not null,
  country text not null,
  owner text not null,
  views bigint not null,
  revenue_micros bigint not null,
  primary key (channel_id, day, country, owner)
) partition by range (day);
create index country_daily_day on country_daily (day, owner);

do $$
declare
  month text;
begin
  for month in
    select right(c.relname, 7)
    from pg_inherits i
    join pg_class c on c.oid = i.inhrelid
    where i.inhparent = to_regclass('video_daily')
  loop
    execute format('create table %I partition of country_daily for values from (%L) to (%L)',
      'country_daily_' || month, to_date(month, 'YYYY_MM'), to_date(month, 'YYYY_MM') + interval '1 month');
  end loop;
end $$;

insert into country_daily (channel_id, day, country, owner, views, revenue_micros)
select channel_id, day, country, owner, sum(views)::bigint, sum(revenue_micros)::bigint
from (
  select f.channel_id, f.day, f.country, c.owner, f.views, 0::bigint as revenue_micros
  from report_current c
  join activity_facts f on f.load_id = c.load_id
    and f.day = c.day
  where c.report_type = 'activity'
  union all
  select f.channel_id, f.day, f.country, c.owner, 0::bigint, f.revenue_micros
  from report_current c
  join revenue_facts f on f.load_id = c.load_id
    and f.day = c.day
  where c.report_type = 'revenue'
) facts
group by channel_id, day, country, owner;
