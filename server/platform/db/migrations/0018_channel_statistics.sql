-- As YouTube counted them when the channel was registered or last verified. Null: hidden, or YouTube was not asked.
alter table channels
  add column subscribers bigint check (subscribers >= 0),
  add column video_count bigint check (video_count >= 0);
