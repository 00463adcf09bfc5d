-- Versions a1 and a2 of the claims report do not say whether a video may be a Short: null.
alter table claims alter column is_shorts_eligible drop not null;
