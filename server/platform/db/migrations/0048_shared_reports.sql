-- Links with which somebody without an account, such as a brand, reads a report of some channels.

create table shared_reports (
  id integer generated always as identity primary key,
  -- SHA-256 of the token in the link, which nobody but its holders has
  token_hash bytea not null,
  account_id integer not null references accounts (id),
  -- in which the account made it: a link does not follow its account into another network
  network_id integer not null references accounts (id),
  title text not null check (title <> ''),
  channel_ids text[] not null check (cardinality(channel_ids) between 1 and 20),
  period text not null,
  -- of the period custom
  first_day date,
  last_day date,
  with_money boolean not null default false,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  open_count integer not null default 0,
  last_opened_at timestamptz,
  constraint shared_reports_period check (
    case period
      when 'custom' then first_day is not null and last_day is not null and first_day <= last_day
      else first_day is null and last_day is null
    end),
  constraint shared_reports_expiry check (expires_at > created_at and expires_at <= created_at + interval '8760 hours')
);
create unique index shared_reports_token_hash on shared_reports (token_hash);
create index shared_reports_account on shared_reports (account_id, id);
create index shared_reports_network on shared_reports (network_id);
