-- Estimates on statements are summed from the parts of one account.
create index month_parts_account on month_parts (account_id, month);
