-- Audit entries and security events are written once. Nothing changes them; only retention deletes security events, by the
-- clock of the database, so that not even the server's role can shorten it (retentionDays in server/platform/auth/security-events.ts).

create or replace function refuse_trace_change() returns trigger
language plpgsql as $$
begin
  raise exception 'rows of % cannot be changed', tg_table_name using errcode = 'insufficient_privilege';
end $$;

create or replace function refuse_early_deletion() returns trigger
language plpgsql as $$
begin
  if old.created_at >= now() - make_interval(days => 180) then
    raise exception 'security events are retained for 180 days' using errcode = 'insufficient_privilege';
  end if;
  return old;
end $$;

create or replace trigger refuse_change before update or delete or truncate on audit_log
  for each statement execute function refuse_trace_change();
create or replace trigger refuse_change before update or truncate on security_events
  for each statement execute function refuse_trace_change();
create or replace trigger refuse_early_deletion before delete on security_events
  for each row execute function refuse_early_deletion();

create or replace function queue_traces() returns trigger
language plpgsql as $$
begin
  insert into trace_outbox (trace, id) select tg_argv[0], id from added on conflict do nothing;
  return null;
end $$;

create or replace trigger queue_traces after insert on audit_log
  referencing new table as added for each statement execute function queue_traces('audit');
create or replace trigger queue_traces after insert on security_events
  referencing new table as added for each statement execute function queue_traces('security');
