-- An upgrade from the first edition has changed accounts in the same transaction: a table with checks that wait cannot be altered.
set constraints all immediate;

-- The latest statement of each account that its screen has shown; 0: none. Later ones are new.
alter table accounts add seen_statement_id integer not null default 0;
