-- The rows of a replaced load have been deleted: a sweep need not look for them.
alter table report_loads add column is_swept boolean not null default false;
