-- The days (Pacific time) on which a member has a channel: from the first one until the first one without it; null: it lasts.
-- assigned_at and unassigned_at record when somebody entered it, and whose channel it is now.
alter table assignments
  add column from_day date not null default (now() at time zone 'America/Los_Angeles')::date,
  add column until_day date;
update assignments
set from_day = (assigned_at at time zone 'America/Los_Angeles')::date,
  until_day = (unassigned_at at time zone 'America/Los_Angeles')::date;
alter table assignments
  add check (until_day >= from_day),
  -- Backups of the first edition have ended assignments without a day, until they are restored.
  add check (until_day is null or unassigned_at is not null);

-- The fee rate that new members start with, in tenths of a percent: of a manager's network, else of its site.
alter table accounts add column default_fee_permille smallint check (default_fee_permille between 0 and 1000);
alter table sites add column default_fee_permille smallint check (default_fee_permille between 0 and 1000);
-- A rate that a member started with, and that nobody has decided yet.
alter table fee_rates add column is_default boolean not null default false;
