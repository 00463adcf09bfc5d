-- Delivery of mail.

-- Addresses that get no mail any more.
create table mail_suppressions (
  recipient text primary key,
  reason text not null check (reason in ('bounce', 'operator')),
  created_at timestamptz not null
);

-- One-click unsubscribe from mail that is not about security. The token is in the mail and is no session.
create table mail_preferences (
  account_id integer primary key references accounts (id),
  unsubscribe_token text not null unique,
  unsubscribed_at timestamptz
);

create index mails_changed on mails (changed_at);
