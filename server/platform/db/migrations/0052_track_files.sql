-- The licensed file of a track, which people download to edit with it, and who has downloaded which one.

create table track_files (
  id integer generated always as identity primary key,
  track_id integer not null references tracks (id),
  -- of the content; with the format, the name of the file in TRACK_FILES_DIR
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  format text not null check (format in ('wav', 'mp3', 'm4a')),
  bytes integer not null check (bytes > 0),
  length_ms integer not null check (length_ms > 0),
  supplied_at timestamptz not null,
  -- replaced or removed then; null: the current one
  ended_at timestamptz
);
create unique index track_files_current on track_files (track_id) where ended_at is null;
create index track_files_content on track_files (sha256) where ended_at is null;

-- Outlives the account like the audit log: a label may ask who has had its recording.
create table track_downloads (
  id bigint generated always as identity primary key,
  file_id integer not null references track_files (id),
  account_id integer not null references accounts (id),
  site_id integer not null references sites (id),
  downloaded_at timestamptz not null
);
create index track_downloads_account on track_downloads (account_id, file_id, downloaded_at);
create index track_downloads_time on track_downloads (downloaded_at);
