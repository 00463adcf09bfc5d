-- Members, accounts, partners, and the record of who changed what.

alter table accounts add column last_sign_in_at timestamptz;

alter table sessions
  -- what a person names a session by; the token's hash leaves the database never
  add column id bigint generated always as identity unique,
  -- as the browser has named itself
  add column user_agent text not null default '';

-- Who pays the people of a site, and whom they ask about a settlement.
create table payment_info (
  site_id integer primary key references sites (id),
  company_name text not null,
  company_address text not null,
  business_number text not null,
  company_mail text not null,
  manager_name text not null,
  manager_contact text not null
);

-- Partners of a site, whose own servers may ask for one-time codes. Of a key only its hash is kept.
create table partner_keys (
  id integer generated always as identity primary key,
  site_id integer not null references sites (id),
  name text not null,
  key_hash bytea not null unique,
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  revoked_at timestamptz
);
create index partner_keys_site on partner_keys (site_id);

create table sign_in_codes (
  code_hash bytea primary key,
  partner_key_id integer not null references partner_keys (id),
  account_id integer not null references accounts (id),
  expires_at timestamptz not null
);
create index sign_in_codes_expiry on sign_in_codes (expires_at);

-- Who did what to whom, when and from where. Written in the transaction of the change, never changed.
create table audit_log (
  id bigint generated always as identity primary key,
  created_at timestamptz not null default now(),
  -- of a person, a partner, the operator, or the background
  actor text not null check (actor in ('account', 'partner', 'operator', 'background')),
  -- the person's account, or the partner's key
  actor_id integer,
  site_id integer references sites (id),
  network_id integer references accounts (id),
  -- the caller's network address, where there is one
  address text,
  -- the endpoint's name, or the operator's command
  action text not null,
  -- what was changed: the kind and its id
  subject text,
  subject_id text,
  -- what it is now; no secret, no email and no nickname, which leave with their person
  detail jsonb not null default '{}'
);
create index audit_log_network on audit_log (network_id, id);
create index audit_log_actor on audit_log (actor, actor_id, id);
create index audit_log_subject on audit_log (subject, subject_id, id);
