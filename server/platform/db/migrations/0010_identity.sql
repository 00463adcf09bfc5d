-- Confirmed addresses, links and mail, known devices, security events.

alter table sites
  -- who may join: everyone, after a manager's approval, or members by invitation only
  add column join_policy text not null default 'open' check (join_policy in ('open', 'approval', 'invitation')),
  add column has_strong_passwords boolean not null default false,
  -- managers must sign in with a second factor
  add column requires_second_factor boolean not null default false;

alter table accounts
  drop constraint accounts_identity,
  add constraint accounts_identity
    check (removed_at is not null or (email is not null and nickname is not null)),
  -- null: nobody has proved to own the address yet
  add column email_confirmed_at timestamptz,
  -- joined without a manager or the operator; until confirmed it is on no manager's list and uses no shared quota
  add column is_self_registered boolean not null default false,
  add column awaits_approval boolean not null default false,
  -- of the mail to this person
  add column locale text not null default 'ko' check (locale in ('ko', 'en', 'zh-CN', 'zh-TW')),
  add column is_operator boolean not null default false;

-- Stored as normalizeEmail (contract/auth.ts) returns it, so that equality is the only comparison.
drop index accounts_email;
create unique index accounts_email on accounts (site_id, email) where removed_at is null;
update accounts set email = lower(email) where email <> lower(email);
update accounts set locale = 'en' where site_id in (select id from sites where is_playlist);

alter table sessions
  add column method text not null default 'password'
    check (method in ('password', 'partner', 'link', 'passkey')),
  add column has_second_factor boolean not null default false,
  -- accurate to a day
  add column last_used_at timestamptz not null default now();
update sessions set last_used_at = expires_at - interval '30 days';
create index sessions_expiry on sessions (expires_at);

alter table partner_keys add column allows_managers boolean not null default false;

-- One-time links sent by e-mail; following one proves that the person reads the address.
create table email_links (
  token_hash bytea primary key,
  account_id integer not null references accounts (id),
  purpose text not null check (purpose in ('confirm', 'invite', 'reset', 'change')),
  -- where it was sent
  email text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index email_links_account on email_links (account_id);

-- Transactional outbox.
create table mails (
  id integer generated always as identity primary key,
  -- idempotency: one mail per event
  event_key text not null unique,
  site_id integer not null references sites (id),
  account_id integer references accounts (id),
  kind text not null,
  recipient text not null,
  locale text not null,
  -- what the template needs; erased once the mail has left, because its links are secrets
  data jsonb not null default '{}',
  state text not null default 'queued'
    check (state in ('queued', 'sending', 'sent', 'failed', 'uncertain', 'suppressed')),
  attempts smallint not null default 0,
  failure text,
  created_at timestamptz not null,
  changed_at timestamptz not null
);
create index mails_state on mails (state, id) where state <> 'sent';
create index mails_account on mails (account_id);

-- Browsers that have signed in to an account; the token is no credential.
create table known_devices (
  account_id integer not null references accounts (id),
  token_hash bytea not null,
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  primary key (account_id, token_hash)
);

-- Attempts to sign in, by account and network or by known device; the delay until the next one grows with them.
create table sign_in_attempts (
  subject text primary key,
  attempts integer not null,
  last_attempt_at timestamptz not null
);
create index sign_in_attempts_time on sign_in_attempts (last_attempt_at);

create table security_events (
  id bigint generated always as identity primary key,
  created_at timestamptz not null,
  kind text not null,
  -- whether it was refused
  is_failure boolean not null,
  account_id integer references accounts (id),
  site_id integer references sites (id),
  address text,
  user_agent text not null default '',
  detail jsonb not null default '{}'
);
create index security_events_account on security_events (account_id, id);
create index security_events_time on security_events (created_at);
