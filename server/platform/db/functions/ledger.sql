-- What was booked is never changed: corrections are entries of their own (docs/decisions/0057-ledger.md).

create or replace function refuse_ledger_change() returns trigger
language plpgsql as $$
begin
  raise exception 'rows of % cannot be changed', tg_table_name using errcode = 'insufficient_privilege';
end $$;

create or replace trigger refuse_change before update or delete or truncate on ledger_entries
  for each statement execute function refuse_ledger_change();
create or replace trigger refuse_change before update or delete or truncate on statements
  for each statement execute function refuse_ledger_change();
create or replace trigger refuse_change before update or delete or truncate on month_parts
  for each statement execute function refuse_ledger_change();
