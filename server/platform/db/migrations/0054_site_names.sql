-- What a site is called in a language; without an entry, it has its name.

alter table sites add column names jsonb not null default '{}'
  check (jsonb_typeof(names) = 'object');
