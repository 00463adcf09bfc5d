-- Roles on the installation, each for everything or for some sites and content owners (docs/decisions/0104-installation-roles.md).
-- contract/platform/roles.ts says what each may do.

create table installation_grants (
  id integer generated always as identity primary key,
  account_id integer not null references accounts (id),
  role text not null check (role in ('operator', 'auditor')),
  -- a row names one of them, or neither: then the role is for everything
  site_id integer references sites (id),
  owner text,
  check (site_id is null or owner is null)
);
create unique index installation_grants_scope
  on installation_grants (account_id, role, coalesce(site_id, 0), coalesce(owner, ''));

insert into installation_grants (account_id, role)
select id, 'operator'
from accounts
where is_operator
  and removed_at is null;

-- Depends on is_operator; notifications.sql creates it again.
drop trigger if exists notify_change on accounts;

alter table accounts
  drop constraint accounts_roles,
  drop column is_operator,
  add constraint accounts_roles check (
    case
      when kind = 'network' then network_id = id and roles = '{}' and password_hash is null
      else (network_id = id) = (roles = '{}')
    end);
