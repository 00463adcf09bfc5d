-- Notices whose words change, that are taken back, and that people have read.

alter table notices
  -- when its words were changed after it had been published
  add column edited_at timestamptz,
  -- taken back by the operator: kept, and shown to nobody
  add column withdrawn_at timestamptz;

-- Who has opened which notice, of those that were new to them.
create table notice_reads (
  account_id integer not null references accounts (id) on delete cascade,
  notice_id integer not null references notices (id) on delete cascade,
  primary key (account_id, notice_id)
);
create index notice_reads_notice on notice_reads (notice_id);

-- What each person has not opened, of what was published since they are here. Ask for one account and some time.
create view unread_notices as
select a.id as account_id,
  n.id as notice_id,
  n.published_at
from accounts a
join notices n on n.site_id = a.site_id
where n.withdrawn_at is null
  and n.published_at >= a.created_at
  and not exists (
    select
    from notice_reads r
    where r.account_id = a.id
      and r.notice_id = n.id);
