-- The tracks by the views of their videos in a week, over all networks; rebuilt with the lists of videos.
create table weekly_musics (
  rank integer primary key,
  music_id integer not null unique references musics (id) on delete cascade,
  -- the rank of the week before; null where it had no views then
  last_rank integer
);

-- The last of the seven days that weekly_musics was counted over; null while no day is whole.
alter table report_state add column week_to date;

-- Figures that are there already: their lists count as old, so that the next start fills the table.
update report_state set data_revision = data_revision + 1 where data_revision > 0;
