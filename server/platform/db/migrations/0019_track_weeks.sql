-- A track with views in any of the ranked weeks has a row. rank is null without views in the last week.
alter table weekly_track_ranks drop constraint weekly_track_ranks_pkey;
alter table weekly_track_ranks drop constraint weekly_track_ranks_track_id_key;
alter table weekly_track_ranks alter column rank drop not null;
alter table weekly_track_ranks add constraint weekly_track_ranks_pkey primary key (track_id);
alter table weekly_track_ranks add constraint weekly_track_ranks_rank_key unique (rank);
-- Of the weeks before that of previous_rank, the latest first; 0: no views.
alter table weekly_track_ranks add column earlier_ranks integer[] not null default '{}';
-- Ranks the tracks again.
update report_state set lists_revision = least(lists_revision, data_revision - 1), ranked_until = null
where data_revision > 0;
