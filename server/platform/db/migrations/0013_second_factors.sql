-- Authenticator apps, passkeys, recovery codes, and challenges that wait for an answer.

create table totp_secrets (
  account_id integer primary key references accounts (id),
  -- encrypted: server/auth/encryption.ts
  secret bytea not null,
  -- the latest time step whose code was accepted: each code works once
  last_step integer not null,
  created_at timestamptz not null
);

create table passkeys (
  id integer generated always as identity primary key,
  account_id integer not null references accounts (id),
  credential_id bytea not null unique,
  -- COSE
  public_key bytea not null,
  -- of signatures; a lower one comes from a copy of the authenticator
  counter bigint not null,
  transports text[] not null default '{}',
  name text not null,
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index passkeys_account on passkeys (account_id);

-- Deleted when used.
create table recovery_codes (
  account_id integer not null references accounts (id),
  code_hash bytea not null,
  primary key (account_id, code_hash)
);

-- What the server asked a browser to prove. Deleted when answered.
create table challenges (
  token_hash bytea primary key,
  purpose text not null
    check (purpose in ('sign-in', 'step-up', 'passkey-sign-in', 'confirm', 'add-totp', 'add-passkey')),
  site_id integer not null references sites (id),
  -- null: whoever owns the passkey that answers
  account_id integer references accounts (id),
  -- a sign-in becomes invalid when the password that was checked is replaced
  password_digest bytea,
  -- the session that asked, if one did: only this one may answer
  session_hash bytea,
  -- encrypted; of an authenticator app that is being added
  totp_secret bytea,
  attempts smallint not null default 0,
  expires_at timestamptz not null,
  check ((account_id is null) = (purpose = 'passkey-sign-in')),
  check ((session_hash is null) = (purpose in ('sign-in', 'passkey-sign-in'))),
  check ((totp_secret is null) = (purpose <> 'add-totp'))
);
create index challenges_account on challenges (account_id);
create index challenges_expiry on challenges (expires_at);
