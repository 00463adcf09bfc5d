-- Sums per month in the currency of the network, up to its latest complete day, of the months of the longest period. Lists are
-- summed from them.
create table video_month (
  channel_id text not null,
  video_id text not null,
  month date not null,
  views bigint not null,
  premium_views bigint not null,
  profit bigint not null,
  premium_profit bigint not null,
  primary key (channel_id, video_id, month)
);
create table channel_month (
  channel_id text not null,
  month date not null,
  views bigint not null,
  premium_views bigint not null,
  profit bigint not null,
  premium_profit bigint not null,
  primary key (channel_id, month)
);
-- Views of the videos that use a track, of the days that the weekly ranking covers. A day without rows is not computed yet.
create table track_daily (
  day date not null,
  isrc text not null,
  views bigint not null,
  primary key (day, isrc)
);

-- Null: of all owners.
alter table changed_days add column owner text;
-- The month of which figures disappeared; null: other columns of the lists changed.
alter table changed_videos add column month date;
-- Which tracks videos use changed.
create table changed_claims (
  revision bigint not null
);
-- Months are computed as well; otherwise rows are summed again from them.
alter table rebuilt_channels add column has_stale_months boolean not null default true;
create unlogged table affected_months (
  channel_id text not null,
  video_id text not null,
  month date not null,
  primary key (channel_id, video_id, month)
);
create unlogged table affected_channel_months (
  channel_id text not null,
  month date not null,
  primary key (channel_id, month)
);
create unlogged table affected_tracks (
  network_id integer not null,
  isrc text not null,
  primary key (network_id, isrc)
);
-- Fills the tables above.
update report_state set lists_revision = -1;
