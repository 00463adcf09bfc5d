-- Whoever keeps something in memory is told when it may have become wrong. What is told is a kind of change: 'figures'
-- for whatever a report is computed from, 'accounts', 'sessions', 'sites'.

create function notify_change() returns trigger language plpgsql as $$
begin
  perform pg_notify('hookline_changes', tg_argv[0]);
  return null;
end $$;

create trigger notify_change after insert or update or delete or truncate on report_state
  for each statement execute function notify_change('figures');
create trigger notify_change after insert or update or delete or truncate on channels
  for each statement execute function notify_change('figures');
create trigger notify_change after insert or update or delete or truncate on assignments
  for each statement execute function notify_change('figures');
create trigger notify_change after insert or update or delete or truncate on fee_rates
  for each statement execute function notify_change('figures');
create trigger notify_change after insert or update or delete or truncate on exchange_rates
  for each statement execute function notify_change('figures');
create trigger notify_change after insert or update or delete or truncate on tracks
  for each statement execute function notify_change('figures');

create trigger notify_change after insert or update or delete or truncate on sites
  for each statement execute function notify_change('sites');

-- Nobody has heard of a new account yet, and a new password ends sessions, which is told by them.
create trigger notify_change after update of site_id, network_id, email, nickname, is_manager, removed_at on accounts
  for each statement execute function notify_change('accounts');
create trigger notify_removal after delete or truncate on accounts
  for each statement execute function notify_change('accounts');

-- Sessions that are made longer are as good as before, which happens all the time.
create trigger notify_removal after delete on sessions
  for each row execute function notify_change('sessions');
create trigger notify_truncation after truncate on sessions
  for each statement execute function notify_change('sessions');
create trigger notify_change after update on sessions
  for each row when (new.expires_at < old.expires_at or new.account_id <> old.account_id)
  execute function notify_change('sessions');
