-- One reference instead of three: an entry's account and month are those of its statement, which refers to both. Of what is
-- nobody's there is no statement; only closing a month books it.
alter table statements add unique (id, account_id, month);
alter table ledger_entries
  drop constraint ledger_entries_account_id_fkey,
  drop constraint ledger_entries_month_fkey,
  drop constraint ledger_entries_statement_id_fkey,
  add foreign key (statement_id, account_id, month) references statements (id, account_id, month);
