-- Lists become plain tables, in which a refresh writes only the rows that changed (server/figures/lists.ts).

drop function if exists build_video_list(text, bigint, jsonb);
drop function if exists build_channel_list(text, bigint, jsonb);
drop function if exists build_track_list(text, bigint);
drop function if exists publish_list(text, text, bigint);
drop function if exists drop_orphaned_lists();

alter table video_period rename to partitioned_video_period;
alter table channel_period rename to partitioned_channel_period;
alter table track_period rename to partitioned_track_period;
create table video_period (like partitioned_video_period);
create table channel_period (like partitioned_channel_period);
create table track_period (like partitioned_track_period);
insert into video_period
select *
from partitioned_video_period
order by period, network_id, channel_id, video_id;
insert into channel_period
select *
from partitioned_channel_period
order by period, network_id, channel_id;
insert into track_period
select *
from partitioned_track_period;
drop table partitioned_video_period, partitioned_channel_period, partitioned_track_period;

create unique index video_period_key on video_period (video_id, channel_id, period);
create index video_period_channel on video_period (channel_id, period);
create index video_period_views on video_period (period, network_id, views, video_id);
create index video_period_profit on video_period (period, network_id, profit, video_id);
create index video_period_price on video_period (period, network_id, price, video_id);
create index video_period_published on video_period (period, network_id, published_at, video_id);
-- highest and lowest prices of videos with enough views to compare
create index video_period_comparable on video_period (period, network_id, price, video_id) where views >= 1000;

create unique index channel_period_key on channel_period (channel_id, period);
create index channel_period_name on channel_period (period, network_id, name, channel_id);
create index channel_period_views on channel_period (period, network_id, views, channel_id);
create index channel_period_profit on channel_period (period, network_id, profit, channel_id);
create index channel_period_shorts on channel_period (period, network_id, shorts, channel_id);
create index channel_period_price on channel_period (period, network_id, price, channel_id);

create unique index track_period_key on track_period (network_id, isrc, period);

-- What changed since the lists were refreshed: a refresh computes the rows of these videos and no others. Each entry has
-- the data_revision of its change.

-- Videos with figures on these days.
create table changed_days (
  revision bigint not null,
  from_day date not null,
  to_day date not null
);
-- All videos of a channel.
create table changed_channels (
  revision bigint not null,
  channel_id text not null
);
create table changed_videos (
  revision bigint not null,
  channel_id text not null,
  video_id text not null
);
-- Nobody noted what changed before.
update report_state set lists_revision = -1 where lists_revision <> data_revision;

-- The work of one refresh: what it has to compute, and what it has computed and not yet published.
create unlogged table rebuilt_channels (
  channel_id text primary key
);
-- without those of rebuilt_channels
create unlogged table affected_videos (
  channel_id text not null,
  video_id text not null,
  primary key (channel_id, video_id)
);
create unlogged table affected_channels (
  channel_id text primary key
);
create unlogged table staged_video_period (like video_period);
create unique index staged_video_period_key on staged_video_period (video_id, channel_id, period);
create unlogged table staged_channel_period (like channel_period);
create unlogged table staged_track_period (like track_period);
