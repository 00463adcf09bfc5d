-- Numbers by which tax offices know payees (docs/decisions/0071-files-of-banks-and-tax-offices.md).

create table payee_tax_ids (
  -- they stay longer than the payment details of somebody who is gone, whose tax of the year is filed in the next one
  account_id integer primary key references accounts (id),
  -- digits, encrypted
  number bytea not null,
  masked_number text not null,
  entered_at timestamptz not null
);

-- Tax invoices that a network asks businesses for, and gets from them, by statement.
create table tax_invoices (
  statement_id integer primary key references statements (id),
  -- null: it came without being asked for
  requested_at timestamptz,
  -- of the tax office; null until it has come
  number text,
  issued_on date,
  supply_amount bigint check (supply_amount >= 0),
  vat_amount bigint check (vat_amount >= 0),
  received_at timestamptz,
  constraint tax_invoices_state check (requested_at is not null or received_at is not null),
  constraint tax_invoices_received check (num_nulls(number, issued_on, supply_amount, vat_amount, received_at) in (0, 5))
);
