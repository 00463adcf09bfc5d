-- The tracks by the views of their videos in a week, over all networks; rebuilt with the lists of videos.
create table weekly_track_ranks (
  rank integer primary key,
  track_id integer not null unique references tracks (id) on delete cascade,
  -- the rank of the week before; null where it had no views then
  previous_rank integer
);

-- The last of the seven days that weekly_track_ranks was counted over; null while no day is whole.
alter table report_state add column ranked_until date;

-- Figures that are there already: their lists count as old, so that the next start fills the table.
update report_state set data_revision = data_revision + 1 where data_revision > 0;
