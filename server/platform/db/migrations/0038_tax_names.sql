-- The name that tax is filed under, encrypted: it stays with the number when the payment details of somebody who is gone are
-- deleted with the last payment. Null: the number was stored before this column, and the details have the name.
alter table payee_tax_ids add column name bytea;
