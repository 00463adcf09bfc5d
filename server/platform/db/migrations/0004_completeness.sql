-- Which owner reports which channel, and since when: kept with video_daily, of which it is the roll-up.
create table channel_owners (
  channel_id text not null,
  owner text not null,
  first_day date not null,
  primary key (channel_id, owner)
);

-- The days of which each network still lacks a report.
create table incomplete_days (
  network_id integer not null,
  day date not null,
  primary key (network_id, day)
);
-- They are filled by ../functions/completeness.sql. The latest complete day of a network may be another one now.
update report_state
set data_revision = data_revision + 1
where (select count(distinct owner) from report_current) > 1
  or exists (
    select
    from report_current
    where report_type in ('activity', 'revenue')
    group by owner, day
    having count(*) = 1);
