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

-- Gives the network of an account an account of its own: the given one, with all that belongs to the network. The person gets
-- another one, with everything personal, now also the roles on the installation. Returns the id of the person's.
create or replace function separate_network(network integer) returns integer
language plpgsql as $$
declare
  person integer;
  former accounts;
begin
  select * into strict former from accounts where id = network and kind = 'person' and network_id = id for update;
  update accounts
  set kind = 'network',
    password_hash = null,
    password_rules = null,
    last_sign_in_at = null,
    email_confirmed_at = null,
    is_self_registered = false,
    awaits_approval = false,
    seen_statement_id = 0
  where id = network;
  if former.removed_at is not null then
    return null;
  end if;
  insert into accounts (site_id, network_id, email, nickname, password_hash, password_rules, channel_url, created_at,
    last_sign_in_at, email_confirmed_at, is_self_registered, awaits_approval, locale, seen_statement_id,
    roles, separated_from)
  values (former.site_id, network, former.email, former.nickname, former.password_hash, former.password_rules,
    former.channel_url, former.created_at, former.last_sign_in_at, former.email_confirmed_at, former.is_self_registered,
    former.awaits_approval, former.locale, former.seen_statement_id, '{owner,manager}', network)
  returning id into person;
  update sessions set account_id = person where account_id = network;
  update installation_grants set account_id = person where account_id = network;
  update sign_in_codes set account_id = person where account_id = network;
  update email_links set account_id = person where account_id = network;
  update known_devices set account_id = person where account_id = network;
  update challenges set account_id = person where account_id = network;
  update totp_secrets set account_id = person where account_id = network;
  update passkeys set account_id = person where account_id = network;
  update recovery_codes set account_id = person where account_id = network;
  update mails set account_id = person where account_id = network;
  update mail_preferences set account_id = person where account_id = network;
  update unsubscribe_tokens set account_id = person where account_id = network;
  update favorites set account_id = person where account_id = network;
  update notice_reads set account_id = person where account_id = network;
  update saved_views set account_id = person where account_id = network;
  update closed_channel_dismissals set account_id = person where account_id = network;
  update channel_requests set account_id = person where account_id = network;
  update channel_reviews set account_id = person where account_id = network;
  update track_downloads set account_id = person where account_id = network;
  update question_messages set author_id = person where author_id = network;
  update manual_entries set created_by = person where created_by = network;
  update payment_exports set created_by = person where created_by = network;
  update payees set confirmed_by = person where confirmed_by = network;
  update months set closed_by = person where closed_by = network;
  return person;
end $$;
