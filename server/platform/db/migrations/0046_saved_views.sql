-- A person saves the state of a page under a name: the query of its address, with relative periods as they are.

create table saved_views (
  id integer generated always as identity primary key,
  account_id integer not null references accounts (id),
  name text not null check (char_length(name) between 1 and 60),
  -- the name in lower case: what lower() returns depends on the locale of the database
  name_key text not null,
  -- without the language
  path text not null check (path like '/%' and path not like '//%' and char_length(path) <= 100),
  -- without the question mark, in canonical order
  query text not null check (char_length(query) <= 1000),
  position integer not null,
  created_at timestamptz not null
);
create unique index saved_views_account_name on saved_views (account_id, name_key);
