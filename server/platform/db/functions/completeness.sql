-- Which reports are expected, and what is incomplete without them.

-- The days of which an owner has to report both activity and revenue: from its first to the newest of any owner. An owner
-- that is silent for more than a week has ended. Only the last 400 days: no chart shows older ones.
create or replace view owner_spans as
select owner,
  greatest(first_day, newest_day - 399) as first_day,
  case when newest_day - latest_day > 7 then latest_day else newest_day end as last_day
from (
  select owner,
    min(day) as first_day,
    max(day) as latest_day,
    max(max(day)) over () as newest_day
  from report_current
  where report_type in ('activity', 'revenue')
  group by owner
) reported;

-- The reports that are there and that are missing, of each day of each owner.
create or replace view owner_days as
select s.owner,
  s.first_day + d.n as day,
  activity.load_id as activity_load_id,
  revenue.load_id as revenue_load_id,
  activity.load_id is not null and revenue.load_id is not null as is_complete
from owner_spans s
cross join lateral generate_series(0, s.last_day - s.first_day) as d (n)
left join report_current activity on activity.report_type = 'activity'
  and activity.owner = s.owner
  and activity.day = s.first_day + d.n
left join report_current revenue on revenue.report_type = 'revenue'
  and revenue.owner = s.owner
  and revenue.day = s.first_day + d.n;

-- Days of which every owner has reported everything.
create or replace view complete_days as
select day
from owner_days
group by day
having bool_and(is_complete);

-- An owner counts for a network as soon as it has reported a channel that earns there.
create or replace view network_owners as
select c.network_id,
  o.owner,
  min(greatest(o.first_day, c.earns_from)) as first_day
from channel_owners o
join earning_channels c on c.channel_id = o.channel_id
group by c.network_id, o.owner;

-- What incomplete_days has to contain.
create or replace view network_incomplete_days as
with owners as materialized (
  select network_id, owner, first_day
  from network_owners
), missing as materialized (
  select owner, day
  from owner_days
  where not is_complete
)
select distinct o.network_id, m.day
from owners o
join missing m on m.owner = o.owner
  and o.first_day <= m.day;

-- Call it when the rules above have changed, or figures came without their roll-ups.
create or replace function rebuild_completeness() returns void
language plpgsql as $$
begin
  delete from channel_owners;
  insert into channel_owners (channel_id, owner, first_day)
  select channel_id, owner, min(day)
  from video_daily
  group by channel_id, owner;
  delete from incomplete_days;
  insert into incomplete_days (network_id, day)
  select network_id, day
  from network_incomplete_days;
end
$$;
select rebuild_completeness();
