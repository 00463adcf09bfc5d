-- What is to be paid has a life of its own: it is exported to a bank, paid in parts, returned and paid again. A payout is made
-- of a statement when its month is released, and between closings when details are confirmed or somebody asks for the money.

create table payouts (
  id integer generated always as identity primary key,
  -- the balance that it is paid of
  statement_id integer not null references statements (id),
  account_id integer not null references accounts (id),
  -- owes it
  network_id integer not null references accounts (id),
  cause text not null check (cause in ('statement', 'details', 'request')),
  currency text not null check (currency in ('KRW', 'USD')),
  -- after local tax
  micros bigint not null check (micros >= 0),
  amount bigint not null check (amount > 0),
  -- null: nobody has asked for it
  requested_at timestamptz,
  created_at timestamptz not null default now()
);
create unique index payouts_statement on payouts (statement_id) where cause = 'statement';
create index payouts_of_statement on payouts (statement_id, id);
create index payouts_account on payouts (account_id);
create index payouts_network on payouts (network_id);

-- What is deleted forfeits what it has not been paid, unless the site says otherwise.
alter table sites add column forfeits_on_deletion boolean not null default true;
-- Deleted on such a site: all that it still gets is its network's.
alter table accounts add column forfeits boolean not null default false;
-- Deleted on such a site: what members have not been paid of it is their network's.
alter table channels add column forfeits boolean not null default false;

-- A file for a bank, and what it asks the bank to pay. A payout is in one open file at most.
create table payment_exports (
  id integer generated always as identity primary key,
  network_id integer not null references accounts (id),
  format text not null,
  -- null: by a command
  created_by integer references accounts (id),
  created_at timestamptz not null
);
create table exported_payouts (
  export_id integer not null references payment_exports (id),
  payout_id integer not null references payouts (id),
  amount bigint not null check (amount > 0),
  -- paid, or taken back; null: the bank has not answered yet
  ended_at timestamptz,
  primary key (export_id, payout_id)
);
-- Files with what became of transfers: none is read twice.
create table payment_results (
  network_id integer not null references accounts (id),
  sha256 text not null,
  read_at timestamptz not null,
  primary key (network_id, sha256)
);
create unique index exported_payouts_open on exported_payouts (payout_id) where ended_at is null;

-- What a network books by hand for a person. The next closing puts it on the person's statement, and the opposite on the
-- network's: its ledger entries name it.
create table manual_entries (
  id integer generated always as identity primary key,
  account_id integer not null references accounts (id),
  -- whose money it is otherwise; of the network itself: nobody's
  network_id integer not null references accounts (id),
  kind text not null check (kind in ('advance', 'deduction', 'bonus', 'income')),
  currency text not null check (currency in ('KRW', 'USD')),
  -- negative: the person gets less
  amount bigint not null,
  reason text not null,
  -- null: by a command
  created_by integer references accounts (id),
  created_at timestamptz not null,
  removed_at timestamptz,
  check (case when kind in ('advance', 'deduction') then amount < 0 else amount > 0 end)
);
create index manual_entries_account on manual_entries (account_id);
create index manual_entries_network on manual_entries (network_id);

drop trigger if exists refuse_change on ledger_entries;
-- A payout may be paid in parts, and again after a return.
drop index ledger_entries_paid;
alter table ledger_entries drop constraint ledger_entries_kind_check;
alter table ledger_entries drop constraint ledger_entries_payment;
alter table ledger_entries
  add constraint ledger_entries_kind_check check (kind in ('income', 'adjustment', 'tax', 'fee', 'rounding', 'withholding',
    'manual', 'payment', 'return', 'forfeit')),
  -- of a payment, its return and its withholding between closings
  add column payout_id integer references payouts (id),
  add column manual_entry_id integer references manual_entries (id),
  -- of a return: the bank sent it back, or it was recorded by mistake
  add column return_cause text check (return_cause in ('bank', 'mistake')),
  -- booked after the statement that it names, which does not contain it
  add column is_later boolean not null default false;

drop trigger if exists refuse_change on statements;
-- The last ledger entry before those of its closing: what was booked later and up to it is between this statement and the one
-- before.
alter table statements add column previous_entry_id bigint;
update statements s
set previous_entry_id = f.id - 1
from (
  select month, min(id) as id
  from ledger_entries
  where kind <> 'payment'
  group by month
) f
where f.month = s.month;
update statements set previous_entry_id = 0 where previous_entry_id is null;
alter table statements alter column previous_entry_id set not null;

insert into payouts (statement_id, account_id, network_id, cause, currency, micros, amount, created_at)
select s.id, s.account_id, s.network_id, 'statement', s.currency, s.payable_micros, s.payable_amount, m.released_at
from statements s
join months m on m.month = s.month
where m.state = 'released'
  and s.payable_amount > 0
order by s.id;

update ledger_entries e
set is_later = true,
  payout_id = p.id
from payouts p
where e.kind = 'payment'
  and p.statement_id = e.statement_id;

alter table ledger_entries
  drop constraint ledger_entries_statement,
  -- what a network gets between closings names its last statement, if there is one
  add constraint ledger_entries_statement
    check (case when account_id is null then statement_id is null else statement_id is not null or is_later end),
  -- the day, and the reference or the reason
  add constraint ledger_entries_payment
    check ((kind in ('payment', 'return', 'forfeit')) = (paid_on is not null and reference is not null)),
  add constraint ledger_entries_return
    check ((kind = 'return') = (return_cause is not null) and (kind <> 'return' or corrects_id is not null)),
  add constraint ledger_entries_manual check ((kind = 'manual') = (manual_entry_id is not null)),
  add constraint ledger_entries_later check (kind not in ('payment', 'return', 'forfeit') or is_later);
create index ledger_entries_payout on ledger_entries (payout_id) where payout_id is not null;
create unique index ledger_entries_returned on ledger_entries (corrects_id) where kind = 'return';
create index ledger_entries_manual_entry on ledger_entries (manual_entry_id) where manual_entry_id is not null;
