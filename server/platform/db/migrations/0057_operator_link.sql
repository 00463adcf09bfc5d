-- At most one row: the link of a fresh installation, with which somebody becomes its first operator
-- (docs/decisions/0102-first-operator.md).
create table operator_links (
  id smallint primary key default 1 check (id = 1),
  -- SHA-256
  token_hash bytea not null,
  expires_at timestamptz not null
);
