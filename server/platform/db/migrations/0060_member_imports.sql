-- Who was created by which file of members, so that an import can be undone.

create table member_imports (
  id integer generated always as identity primary key,
  network_id integer not null references accounts (id),
  -- null: the operator
  account_id integer references accounts (id),
  imported_at timestamptz not null,
  -- when it was imported; null: no month was closed
  first_open_day date,
  undone_at timestamptz
);
create index member_imports_network on member_imports (network_id, id);

create table imported_members (
  account_id integer primary key references accounts (id),
  import_id integer not null references member_imports (id)
);
create index imported_members_import on imported_members (import_id);
