-- What each channel earned with each track in the longest period, at most once a day: what similar tracks bring is computed
-- from it (decision 0078). It keeps the owners of that day, so that nothing changes before the next one.
create table track_channels (
  isrc text not null,
  channel_id text not null,
  site_id integer not null,
  network_id integer not null,
  -- the member, or the network of a channel without one; null: several members
  holder_id integer,
  currency text not null,
  -- channels of one class have views of the same order in four weeks
  size_class smallint not null,
  views bigint not null,
  -- gross
  profit bigint not null,
  primary key (isrc, channel_id)
);
create index track_channels_network on track_channels (network_id, channel_id);

alter table report_state add column tracks_compared_until date;
