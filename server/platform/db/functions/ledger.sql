-- What was booked is never changed: corrections are entries of their own (docs/decisions/0057-ledger.md). A month that was
-- closed but not released can be opened again, which takes back all that its closing booked.

create or replace function refuse_ledger_change() returns trigger
language plpgsql as $$
begin
  raise exception 'rows of % cannot be changed', tg_table_name using errcode = 'insufficient_privilege';
end $$;

-- The argument names the column with the month whose closing wrote the row.
create or replace function refuse_ledger_deletion() returns trigger
language plpgsql as $$
begin
  if exists (
    select
    from months
    where month = (to_jsonb(old) ->> tg_argv[0])::date
      and state = 'closed')
  then
    return old;
  end if;
  raise exception 'rows of % cannot be changed', tg_table_name using errcode = 'insufficient_privilege';
end $$;

create or replace trigger refuse_change before update or truncate on ledger_entries
  for each statement execute function refuse_ledger_change();
create or replace trigger refuse_change before update or truncate on statements
  for each statement execute function refuse_ledger_change();
create or replace trigger refuse_change before update or truncate on month_parts
  for each statement execute function refuse_ledger_change();

create or replace trigger refuse_deletion before delete on ledger_entries
  for each row execute function refuse_ledger_deletion('month');
create or replace trigger refuse_deletion before delete on statements
  for each row execute function refuse_ledger_deletion('month');
create or replace trigger refuse_deletion before delete on month_parts
  for each row execute function refuse_ledger_deletion('decided_month');
create or replace trigger refuse_deletion before delete or truncate on payouts
  for each statement execute function refuse_ledger_change();
