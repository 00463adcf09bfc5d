-- Tokens are made when their mail leaves, and stored as hashes: neither the outbox nor any other table holds one
-- (docs/decisions/0088-nothing-usable-at-rest.md).

alter table email_links drop constraint email_links_pkey;
alter table email_links add column id integer generated always as identity primary key;

-- One for each time that the link's mail was sent or shown: all of them work until the link ends.
create table email_link_tokens (
  -- SHA-256
  token_hash bytea primary key,
  link_id integer not null references email_links (id) on delete cascade
);
create index email_link_tokens_link on email_link_tokens (link_id);

insert into email_link_tokens (token_hash, link_id)
select token_hash, id
from email_links;

-- Mail of older versions that waits leaves with a token of its own; mail whose link has ended does not leave.
update mails m
set data = (m.data - 'token') || jsonb_build_object('link', l.id)
from email_links l
where m.data ? 'token'
  and l.token_hash = sha256(convert_to(m.data ->> 'token', 'UTF8'));
update mails
set data = '{}',
  failure = case when state = 'queued' then 'its link was used, replaced or has expired' else failure end,
  state = case when state = 'queued' then 'suppressed' else state end
where data ? 'token';

alter table email_links drop column token_hash;

-- One for each mail with a link to unsubscribe; all of them work for good.
create table unsubscribe_tokens (
  -- SHA-256
  token_hash bytea primary key,
  account_id integer not null references accounts (id)
);
create index unsubscribe_tokens_account on unsubscribe_tokens (account_id);

insert into unsubscribe_tokens (token_hash, account_id)
select sha256(convert_to(unsubscribe_token, 'UTF8')), account_id
from mail_preferences;

delete from mail_preferences
where unsubscribed_at is null;
alter table mail_preferences
  drop column unsubscribe_token,
  alter column unsubscribed_at set not null;
