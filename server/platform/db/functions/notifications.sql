-- NOTIFY on hookline_changes invalidates the caches of every process. The payload names the kind of change: 'figures' for
-- everything that reports are computed from, 'sites', 'accounts', 'sessions', and 'channels <network>'. 'figures <network>'
-- concerns the reports of one network only, and 'tags <network> <account>' those of one account.

create or replace function notify_change() returns trigger
language plpgsql as $$
begin
  perform pg_notify('hookline_changes', tg_argv[0]);
  return null;
end $$;

drop trigger if exists notify_change on report_state;
drop trigger if exists notify_change on channels;
drop trigger if exists notify_change on assignments;
drop trigger if exists notify_change on fee_rates;
create or replace trigger notify_truncation after truncate on network_revisions
  for each statement execute function notify_change('figures');
create or replace trigger notify_truncation after truncate on channels
  for each statement execute function notify_change('figures');
create or replace trigger notify_truncation after truncate on assignments
  for each statement execute function notify_change('figures');
create or replace trigger notify_truncation after truncate on fee_rates
  for each statement execute function notify_change('figures');
create or replace trigger notify_truncation after truncate on month_targets
  for each statement execute function notify_change('figures');
create or replace trigger notify_change after insert or update or delete or truncate on exchange_rates
  for each statement execute function notify_change('figures');
create or replace trigger notify_change after insert or update or delete or truncate on tracks
  for each statement execute function notify_change('figures');
create or replace trigger notify_change after insert or update or delete or truncate on moods
  for each statement execute function notify_change('figures');
create or replace trigger notify_change after insert or update or delete or truncate on track_moods
  for each statement execute function notify_change('figures');

create or replace trigger notify_change after insert or update or delete or truncate on sites
  for each statement execute function notify_change('sites');
create or replace trigger notify_change after insert or update or delete or truncate on site_homes
  for each statement execute function notify_change('sites');
create or replace trigger notify_change after insert or update or delete or truncate on site_images
  for each statement execute function notify_change('sites');
create or replace trigger notify_change after insert or update or delete or truncate on sign_in_providers
  for each statement execute function notify_change('sites');

-- Nothing caches an account before its first session, and a new password deletes sessions, so inserts and other columns
-- need no notification.
create or replace trigger notify_change
  after update of site_id, network_id, email, nickname, kind, roles, email_confirmed_at, awaits_approval,
    removed_at on accounts
  for each statement execute function notify_change('accounts');
create or replace trigger notify_removal after delete or truncate on accounts
  for each statement execute function notify_change('accounts');
create or replace trigger notify_change after insert or update or delete or truncate on installation_grants
  for each statement execute function notify_change('accounts');

-- Renewals, which are frequent, invalidate nothing.
create or replace trigger notify_removal after delete on sessions
  for each row execute function notify_change('sessions');
create or replace trigger notify_truncation after truncate on sessions
  for each statement execute function notify_change('sessions');
create or replace trigger notify_change after update on sessions
  for each row when (
    new.expires_at < old.expires_at
    or new.account_id <> old.account_id
    or new.token_hash <> old.token_hash
    or new.has_second_factor <> old.has_second_factor)
  execute function notify_change('sessions');

create or replace function notify_figures_change() returns trigger
language plpgsql as $$
begin
  perform pg_notify('hookline_changes', 'figures ' || coalesce(new.network_id, old.network_id));
  return null;
end $$;

create or replace trigger notify_figures_change after insert or update or delete on network_revisions
  for each row execute function notify_figures_change();

create or replace function notify_account_figures_change() returns trigger
language plpgsql as $$
begin
  perform pg_notify('hookline_changes', 'figures ' || a.network_id)
  from accounts a
  where a.id = coalesce(new.account_id, old.account_id);
  return null;
end $$;

create or replace trigger notify_fee_change after insert or update or delete on fee_rates
  for each row execute function notify_account_figures_change();
drop function if exists notify_fee_change();

-- Dashboards have the target of their month.
create or replace trigger notify_target_change after insert or update or delete on month_targets
  for each row execute function notify_account_figures_change();

-- Sent per row; PostgreSQL delivers equal payloads once per transaction.
create or replace function notify_channel_change() returns trigger
language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    perform pg_notify('hookline_changes', 'channels ' || old.network_id);
  end if;
  if tg_op <> 'DELETE' then
    perform pg_notify('hookline_changes', 'channels ' || new.network_id);
  end if;
  return null;
end $$;

create or replace trigger notify_channel_change after insert or update or delete on channels
  for each row execute function notify_channel_change();
create or replace trigger notify_channel_change after insert or update or delete on channel_requests
  for each row execute function notify_channel_change();

create or replace function notify_assignment_change() returns trigger
language plpgsql as $$
begin
  perform pg_notify('hookline_changes', 'channels ' || c.network_id)
  from channels c
  where c.registration_id = coalesce(new.registration_id, old.registration_id);
  return null;
end $$;

create or replace trigger notify_assignment_change after insert or update or delete on assignments
  for each row execute function notify_assignment_change();

-- A change of a tag's channels changes the row of the tag.
create or replace function notify_tag_change() returns trigger
language plpgsql as $$
begin
  perform pg_notify('hookline_changes', 'tags ' || a.network_id || ' ' || a.id)
  from accounts a
  where a.id = coalesce(new.account_id, old.account_id);
  return null;
end $$;

create or replace trigger notify_tag_change after insert or update or delete on channel_tags
  for each row execute function notify_tag_change();
