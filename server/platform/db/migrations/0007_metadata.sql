-- The newest metadata report of each channel, by day and creation time.
create table metadata_channels (
  channel_id text primary key,
  reported_on date not null,
  reported_at timestamptz not null
);

-- Null: the video is in the newest metadata report of its channel. Otherwise the newest report that contains it.
alter table videos
  alter column reported_on drop not null,
  alter column reported_at drop not null;

-- Leftovers of a crash are deleted by the next import anyway.
alter table metadata_staging set unlogged;
drop index metadata_staging_load;
create index metadata_staging_load on metadata_staging (load_id, channel_id);
