-- Whoever keeps something in memory is told when it may have become wrong. What is told is a kind of change: 'figures'
-- for whatever a report is computed from, 'accounts', 'sessions', 'sites'.

create function tell_change() returns trigger language plpgsql as $$
begin
  perform pg_notify('hookline_changes', tg_argv[0]);
  return null;
end $$;

create trigger tell_change after insert or update or delete or truncate on report_state
  for each statement execute function tell_change('figures');
create trigger tell_change after insert or update or delete or truncate on channels
  for each statement execute function tell_change('figures');
create trigger tell_change after insert or update or delete or truncate on assignments
  for each statement execute function tell_change('figures');
create trigger tell_change after insert or update or delete or truncate on fee_rates
  for each statement execute function tell_change('figures');
create trigger tell_change after insert or update or delete or truncate on exchange_rates
  for each statement execute function tell_change('figures');
create trigger tell_change after insert or update or delete or truncate on musics
  for each statement execute function tell_change('figures');

create trigger tell_change after insert or update or delete or truncate on sites
  for each statement execute function tell_change('sites');

-- Nobody has heard of a new account yet, and a new password ends sessions, which is told by them.
create trigger tell_change after update of site_id, network_id, email, nickname, permission_flag, removed_at on accounts
  for each statement execute function tell_change('accounts');
create trigger tell_removal after delete or truncate on accounts
  for each statement execute function tell_change('accounts');

-- Sessions that are made longer are as good as before, which happens all the time.
create trigger tell_removal after delete on sessions
  for each row execute function tell_change('sessions');
create trigger tell_truncation after truncate on sessions
  for each statement execute function tell_change('sessions');
create trigger tell_change after update on sessions
  for each row when (new.expires_at < old.expires_at or new.account_id <> old.account_id)
  execute function tell_change('sessions');
