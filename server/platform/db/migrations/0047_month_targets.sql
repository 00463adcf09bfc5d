-- What people want to earn in a month. Each currency has its own targets: an amount in one says nothing about another.
create table month_targets (
  account_id integer not null references accounts (id),
  currency text not null check (currency in ('KRW', 'USD')),
  month date not null check (month = date_trunc('month', month)),
  -- also of the months that follow, until another one; of the month itself, that for the month alone counts
  is_onward boolean not null,
  -- in amount units; null: no target
  amount bigint check (amount > 0),
  primary key (account_id, currency, month, is_onward)
);
