-- Settings and progress of the large data set, and the numbers of its networks, channels and videos.

create schema large_data;

create table large_data.settings (
  channels integer not null,
  videos integer not null,
  tracks integer not null,
  first_day date not null,
  last_day date not null
);

create table large_data.steps (
  name text primary key,
  seconds numeric not null
);

create table large_data.networks (
  number integer primary key,
  network_id integer not null,
  member_id integer not null,
  -- channels of the member
  member_channels integer not null,
  owner text not null,
  -- percentage of the channels
  share integer not null
);

create table large_data.channels (
  number integer primary key,
  channel_id text not null,
  network_number integer not null,
  owner text not null
);

-- A video has figures on `active_days` days: the first is `first_active`, the others follow at growing distances. Without
-- `active_days`, it has them on every day that is divisible by `every_days`.
create table large_data.videos (
  channel_id text not null,
  video_id text not null,
  owner text not null,
  seed integer not null,
  countries integer not null,
  every_days integer,
  first_active date not null,
  active_days integer
);
