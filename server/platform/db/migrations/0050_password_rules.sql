-- The rules that a password met when it was set: only then is it known. Null: no password, or one of before.
alter table accounts
  add column password_rules text check (password_rules in ('basic', 'strong'));
