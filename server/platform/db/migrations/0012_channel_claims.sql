-- Claims: only a verified registration excludes others, unverified ones expire, and the network learns why one was closed.

alter table channels
  drop constraint channels_verification_failure_check,
  add constraint channels_verification_failure_check
    check (verification_failure in ('code_missing', 'channel_gone', 'quota', 'network_quota', 'no_answer')),
  -- until when it must be verified; the sweep sets it where it is missing
  add column expires_at timestamptz,
  add column reminded_at timestamptz,
  -- null: removed by its people. claimed: another network verified the channel. released: by the operator
  add column closed_reason text check (closed_reason in ('claimed', 'expired', 'released')),
  add constraint channels_closed_removed check (closed_reason is null or removed_at is not null);

-- An upgrade closes nothing at once.
update channels
set expires_at = now() + interval '14 days'
where removed_at is null
  and verification_status <> 'verified';

drop index channels_live;
drop index channels_network;
create unique index channels_verified on channels (channel_id)
  where removed_at is null and verification_status = 'verified';
create unique index channels_live on channels (network_id, channel_id) where removed_at is null;
create index channels_claims on channels (channel_id) where removed_at is null;
create index channels_unverified on channels (expires_at)
  where removed_at is null and verification_status <> 'verified';
create index channels_closed on channels (network_id, removed_at) where closed_reason is not null;

alter table channel_requests
  drop constraint channel_requests_failure_check,
  add constraint channel_requests_failure_check
    check (failure in ('channel_unknown', 'channel_taken', 'channel_claimed', 'quota', 'network_quota', 'no_answer'));

-- Who no longer wants to see that a registration was closed.
create table closed_channel_dismissals (
  registration_id integer not null references channels (registration_id),
  account_id integer not null references accounts (id),
  primary key (registration_id, account_id)
);

-- Of the units, those used by look-ups: verification has a reserve that they must not use.
alter table youtube_quota add column lookup_units integer not null default 0;

-- Units used by each network, which has a share of the day's.
create table youtube_quota_shares (
  day date not null,
  network_id integer not null references accounts (id),
  units integer not null default 0,
  lookup_units integer not null default 0,
  primary key (day, network_id)
);
