-- What a list of channels made, so that it can be undone in one step (docs/operating/network/adopt.md).
create table adoptions (
  id integer generated always as identity primary key,
  adopted_at timestamptz not null default now(),
  -- ids of what is new, and the days of new assignments, shares and fees
  made jsonb not null,
  undone_at timestamptz
);
