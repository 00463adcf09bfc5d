-- Registering, verifying and reviewing channels.

alter table channels
  add column handle text,
  -- how the last verification ended, null while there was none or it succeeded
  add column verification_failure text
    check (verification_failure in ('code_missing', 'channel_gone', 'quota', 'no_answer')),
  add column verified_at timestamptz,
  -- when a review was asked for again
  add column re_reviewed_at timestamptz;

-- What became of a channel's approval: each change with its time, who made it and why.
create table channel_reviews (
  id integer generated always as identity primary key,
  registration_id integer not null references channels (registration_id),
  reviewed_at timestamptz not null default now(),
  -- the person who asked for a review again; null: the operator
  account_id integer references accounts (id),
  approval_status smallint not null check (approval_status between 0 and 3),
  reason text
);
create index channel_reviews_registration on channel_reviews (registration_id, id);

-- A registration of whose channel the platform has not told yet, or that was given up.
create table channel_requests (
  id integer generated always as identity primary key,
  network_id integer not null references accounts (id),
  account_id integer not null references accounts (id),
  link text not null,
  category text not null,
  requested_at timestamptz not null default now(),
  failure text check (failure in ('channel_unknown', 'channel_taken', 'quota', 'no_answer'))
);
create index channel_requests_network on channel_requests (network_id);

-- Units of the platform's daily quota that were used, by its (Pacific) day.
create table youtube_quota (
  day date primary key,
  units integer not null default 0,
  -- the platform itself has said that there is nothing left
  is_exhausted boolean not null default false
);

-- An open page is told that something about its network's channels has changed, by 'channels <network>'. The same text
-- is told once in a transaction.
create function notify_channel_change() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    perform pg_notify('hookline_changes', 'channels ' || old.network_id);
  end if;
  if tg_op <> 'DELETE' then
    perform pg_notify('hookline_changes', 'channels ' || new.network_id);
  end if;
  return null;
end $$;

create function notify_assignment_change() returns trigger language plpgsql as $$
begin
  perform pg_notify('hookline_changes', 'channels ' || c.network_id)
  from channels c
  where c.registration_id = coalesce(new.registration_id, old.registration_id);
  return null;
end $$;

create trigger notify_channel_change after insert or update or delete on channels
  for each row execute function notify_channel_change();
create trigger notify_channel_change after insert or update or delete on channel_requests
  for each row execute function notify_channel_change();
create trigger notify_channel_change after insert or update or delete on assignments
  for each row execute function notify_assignment_change();
