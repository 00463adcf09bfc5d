-- What YouTube pays is also stated in the currency of the payee's account; the tax file may be in it alone.
alter table month_payments
  -- null: the file states only dollars
  add column currency text,
  add column local_amount numeric;
alter table month_loads
  -- of the file's amounts, which were converted to dollars; null: they are dollars
  add column currency text,
  -- dollars of one of its units, by the payment summary of the same owner and month
  add column dollar_rate numeric,
  add constraint month_loads_currency check (num_nulls(currency, dollar_rate) in (0, 2));
