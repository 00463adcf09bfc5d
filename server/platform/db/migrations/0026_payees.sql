-- Whom statements are paid to, and local tax that is withheld (docs/decisions/0058-payees-and-withholding.md).

create table payees (
  account_id integer primary key references accounts (id),
  kind text not null check (kind in ('individual', 'business')),
  -- JSON, encrypted: name, bank, account, swift, country
  details bytea not null,
  -- of the account: its last four characters, or the first one of an address and its domain
  masked_account text not null,
  -- grows with each change: a confirmation names what it confirms
  version integer not null default 1,
  entered_at timestamptz not null,
  confirmed_at timestamptz,
  -- null: by the operator
  confirmed_by integer references accounts (id),
  -- the account's network at that time: another network confirms again
  confirmed_network_id integer references accounts (id),
  rejected_at timestamptz,
  rejection_reason text,
  constraint payees_confirmed check ((confirmed_at is null) = (confirmed_network_id is null)),
  constraint payees_rejected check ((rejected_at is null) = (rejection_reason is null)),
  constraint payees_decided check (confirmed_at is null or rejected_at is null)
);

-- What a site withholds of payments to accounts of a kind, in months from one on until the next row. 0: nothing.
create table withholding_rates (
  site_id integer not null references sites (id),
  kind text not null check (kind in ('individual', 'business')),
  from_month date not null check (extract(day from from_month) = 1),
  -- tenths of a percent, of the amount
  income_tax_permille smallint not null check (income_tax_permille between 0 and 400),
  -- tenths of a percent, of the income tax
  local_tax_permille smallint not null check (local_tax_permille between 0 and 1000),
  primary key (site_id, kind, from_month)
);

alter table ledger_entries drop constraint ledger_entries_kind_check;
alter table ledger_entries
  add check (kind in ('income', 'adjustment', 'tax', 'fee', 'rounding', 'payment', 'withholding')),
  add column tax_name text check (tax_name in ('income-tax', 'local-income-tax')),
  add column tax_permille smallint,
  -- of a payment: the masked account that it went to
  add column paid_to text,
  add constraint ledger_entries_tax
    check ((kind = 'withholding') = (tax_name is not null and tax_permille is not null));

-- The site withholds tax, and nobody knew how much of this statement: no payment details were confirmed.
alter table statements add column lacks_details boolean not null default false;
