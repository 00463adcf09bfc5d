-- Creates the monthly partitions that a day falls into. Idempotent and safe to run concurrently.
create or replace function ensure_month_partitions(day date) returns void
language plpgsql as $$
declare
  first_day date := date_trunc('month', day)::date;
  next_month date := (date_trunc('month', day) + interval '1 month')::date;
  parent text;
begin
  foreach parent in array array['activity_facts', 'revenue_facts', 'video_daily', 'country_daily'] loop
    if to_regclass(parent || to_char(first_day, '_YYYY_MM')) is null then
      -- `if not exists` does not wait for another transaction that creates the same table
      perform pg_advisory_xact_lock(hashtext('partitions'));
      execute format('create table if not exists %I partition of %I for values from (%L) to (%L)',
        parent || to_char(first_day, '_YYYY_MM'), parent, first_day, next_month);
    end if;
  end loop;
end $$;
