-- The ledger: what each account has earned of final months and what was paid to it (docs/decisions/0057-ledger.md). All amounts
-- are in millionths of a dollar (micros), and beside it in the units of a currency: thousandths of a won, or micros.

alter table months drop constraint months_state_check;
alter table months
  add check (state in ('open', 'closed')),
  add closed_at timestamptz,
  -- won per dollar × 1,000,000
  add krw_micros bigint check (krw_micros > 0 and krw_micros < 9000000000),
  -- why it was closed in spite of differences or missing files; null: there were none
  add explanation text,
  add constraint months_closed check ((state = 'closed') = (closed_at is not null and krw_micros is not null));

-- In whole won or dollars. Null: the default, 10,000 won or 20 dollars.
alter table sites add payout_minimum bigint check (payout_minimum >= 0);

-- What members get of a registration's money, from a day on until the next set of shares. The rest is the network's.
create table payout_shares (
  registration_id integer not null references channels (registration_id),
  from_day date not null,
  account_id integer not null references accounts (id),
  permille smallint not null check (permille between 0 and 1000),
  set_at timestamptz not null default now(),
  primary key (registration_id, from_day, account_id)
);

-- How a channel's money of a closed month was divided: corrections are divided the same way.
create table month_parts (
  month date not null references months (month),
  channel_id text not null,
  position integer not null,
  -- null: no network had the channel
  network_id integer references accounts (id),
  -- null: the network itself
  account_id integer references accounts (id),
  fee_permille smallint not null check (fee_permille between 0 and 1000),
  weight numeric not null check (weight > 0),
  primary key (month, channel_id, position)
);

create table statements (
  -- its number; never used again
  id integer generated always as identity primary key,
  month date not null references months (month),
  account_id integer not null references accounts (id),
  currency text not null check (currency in ('KRW', 'USD')),
  krw_micros bigint not null,
  opening_micros bigint not null,
  opening_amount bigint not null,
  -- since the statement before, negative
  payments_micros bigint not null,
  payments_amount bigint not null,
  closing_micros bigint not null,
  closing_amount bigint not null,
  -- 0: carried over
  payable_micros bigint not null check (payable_micros >= 0),
  payable_amount bigint not null check (payable_amount >= 0),
  minimum_amount bigint not null,
  -- of its amounts and entries
  sha256 text not null,
  created_at timestamptz not null default now(),
  unique (month, account_id)
);
create index statements_account on statements (account_id, id);

create table ledger_entries (
  id bigint generated always as identity primary key,
  -- null: nobody's
  account_id integer references accounts (id),
  kind text not null check (kind in ('income', 'adjustment', 'tax', 'fee', 'rounding', 'payment')),
  -- the closed month it is part of; of a payment, that of the statement it pays
  month date not null references months (month),
  -- the month it was earned in; an earlier one than its month: a correction
  earned_month date not null,
  -- '': of no source or channel
  source text not null default '',
  channel_id text not null default '',
  -- of a fee; the network's entry of it, too
  fee_permille smallint,
  micros bigint not null,
  currency text not null check (currency in ('KRW', 'USD')),
  amount bigint not null,
  corrects_id bigint references ledger_entries (id),
  -- that it is on, or that a payment pays; null: nobody's
  statement_id integer references statements (id),
  paid_on date,
  reference text,
  created_at timestamptz not null default now(),
  constraint ledger_entries_statement check ((account_id is null) = (statement_id is null)),
  constraint ledger_entries_payment check ((kind = 'payment') = (paid_on is not null and reference is not null))
);
create index ledger_entries_account on ledger_entries (account_id, id);
create index ledger_entries_earned on ledger_entries (earned_month);
create index ledger_entries_statement on ledger_entries (statement_id);
create unique index ledger_entries_paid on ledger_entries (statement_id) where kind = 'payment';
