-- Sign-in through OpenID Connect: providers of a site, links of accounts to people at providers, and sign-ins in progress.

create table sign_in_providers (
  id integer generated always as identity primary key,
  site_id integer not null references sites (id),
  -- on the button
  name text not null,
  issuer text not null,
  client_id text not null,
  -- encrypted: server/platform/auth/encryption.ts
  client_secret bytea not null,
  -- who may sign in with it
  audience text not null check (audience in ('staff', 'members', 'everybody')),
  -- addresses that may be linked or join; empty: all
  email_domains text[] not null default '{}',
  -- `amr:…` and `acr:…`: claims that stand for a second factor
  factor_claims text[] not null default '{}',
  created_at timestamptz not null,
  unique (site_id, issuer)
);

create table linked_sign_ins (
  id integer generated always as identity primary key,
  account_id integer not null references accounts (id),
  provider_id integer not null references sign_in_providers (id) on delete cascade,
  -- what the issuer calls the person, for good
  subject text not null,
  -- as the provider gave it last, to tell several of a person apart; never compared
  email text not null,
  linked_at timestamptz not null,
  last_used_at timestamptz,
  unique (provider_id, subject),
  unique (account_id, provider_id)
);

-- From the button to the session, link or account. Deleted when used.
create table provider_sign_ins (
  -- of a token that only the browser which began has; state, nonce and verifier are derived from it
  token_hash bytea primary key,
  site_id integer not null references sites (id),
  provider_id integer not null references sign_in_providers (id) on delete cascade,
  -- where the provider sends the person back to
  redirect_uri text not null,
  -- link: who asked; prove: who must prove to own the account
  account_id integer references accounts (id),
  -- link: only this session may answer
  session_hash bytea,
  -- the provider answers the first two, the person the others
  step text not null check (step in ('sign-in', 'link', 'prove', 'join')),
  -- who the person is at the provider, once it has answered
  subject text,
  email text,
  expires_at timestamptz not null,
  check ((account_id is not null) = (step in ('link', 'prove'))),
  check ((session_hash is not null) = (step = 'link')),
  check ((subject is not null) = (step in ('prove', 'join'))),
  check ((email is not null) = (step in ('prove', 'join')))
);
create index provider_sign_ins_account on provider_sign_ins (account_id);
create index provider_sign_ins_expiry on provider_sign_ins (expires_at);

alter table sessions drop constraint sessions_method_check;
alter table sessions add constraint sessions_method_check
  check (method in ('password', 'partner', 'link', 'passkey', 'provider'));

-- The first step of a sign-in was made at a provider.
alter table challenges add column linked_sign_in_id integer references linked_sign_ins (id) on delete cascade;
