-- Each column that names a person has a line here: tests/server/platform/network-accounts.test.ts.

-- Gives the network of an account an account of its own: the given one, with all that belongs to the network. The person gets
-- another one, with everything personal. Returns the id of the person's.
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
  update imported_members set account_id = person where account_id = network;
  update member_imports set account_id = person where account_id = network;
  update sign_in_codes set account_id = person where account_id = network;
  update email_links set account_id = person where account_id = network;
  update known_devices set account_id = person where account_id = network;
  update challenges set account_id = person where account_id = network;
  update totp_secrets set account_id = person where account_id = network;
  update passkeys set account_id = person where account_id = network;
  update linked_sign_ins set account_id = person where account_id = network;
  update provider_sign_ins set account_id = person where account_id = network;
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
  update channel_reviews set decided_by = person where decided_by = network;
  update channels set reviewer_id = person where reviewer_id = network;
  update waiting_marks set assignee_id = person where assignee_id = network;
  update track_downloads set account_id = person where account_id = network;
  update question_messages set author_id = person where author_id = network;
  update manual_entries set created_by = person where created_by = network;
  update payment_exports set created_by = person where created_by = network;
  update payees set confirmed_by = person where confirmed_by = network;
  update months set closed_by = person where closed_by = network;
  return person;
end $$;
