-- A statement keeps the network that owes it, and its holder's role and site, of the day of closing. Of months that were
-- closed before, both are those of the parts of the month's money; otherwise those before the first later change of the
-- role in the audit log; otherwise, without such a change, those of today.

drop trigger if exists refuse_change on statements;

alter table statements
  add network_id integer references accounts (id),
  add site_id integer references sites (id),
  add holder text check (holder in ('network', 'member', 'standalone')),
  -- where the upgrade found them; 'closing': they were written with the statement
  add holder_origin text not null default 'closing' check (holder_origin in ('closing', 'parts', 'audit', 'unchanged'));

update statements s
set network_id = f.network_id,
  site_id = f.site_id,
  holder = case when f.network_id <> s.account_id then 'member' when f.is_manager then 'network' else 'standalone' end,
  holder_origin = f.origin
from (
  select s.id,
    a.site_id,
    coalesce(p.network_id, c.network_id, a.network_id) as network_id,
    coalesce(c.is_manager, a.is_manager) as is_manager,
    case when p.network_id is not null then 'parts' when c.id is not null then 'audit' else 'unchanged' end as origin
  from statements s
  join accounts a on a.id = s.account_id
  join months m on m.month = s.month
  left join lateral (
    select e.id,
      (e.detail -> 'before' ->> 'network')::integer as network_id,
      (e.detail -> 'before' ->> 'manager')::boolean as is_manager
    from audit_log e
    where e.subject = 'account'
      and e.subject_id = s.account_id::text
      and e.action in ('account promote', 'account demote')
      and e.created_at > m.closed_at
    order by e.id
    limit 1
  ) c on true
  left join lateral (
    select p.network_id
    from month_parts p
    where p.month = s.month
      and (p.account_id = s.account_id or (p.account_id is null and p.network_id = s.account_id))
      and p.network_id is not null
    -- with the present network first, if there are several
    order by p.network_id <> coalesce(c.network_id, a.network_id), p.network_id
    limit 1
  ) p on true
) f
where f.id = s.id;

alter table statements
  alter network_id set not null,
  alter site_id set not null,
  alter holder set not null,
  add check ((holder = 'member') = (network_id <> account_id));

create index statements_network on statements (network_id, month);
