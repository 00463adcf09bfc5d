-- Rules that several queries share.

-- Channels whose figures count: registered, approved and verified. They count from the day earns_from.
create or replace view earning_channels as
select registration_id, channel_id, network_id, earns_from
from channels
where removed_at is null
  and approval_status = 2
  and verification_status = 'verified'
  and earns_from is not null;

-- The first and the latest complete day of each network with figures. Periods end on the latest.
create or replace view network_day_ranges as
select n.network_id, min(n.day) as first_day, max(n.day) as latest_day
from network_daily n
where not exists (
  select
  from incomplete_days i
  where i.network_id = n.network_id
    and i.day = n.day)
group by n.network_id;

-- Videos that use a track, once per owner who claims it.
create or replace view active_claims as
select c.channel_id, c.video_id, c.isrc
from report_current r
join claims c on c.load_id = r.load_id
where r.report_type = 'claims'
  and lower(c.claim_status) = 'active'
  and c.isrc is not null;

-- The icon and the share picture of each site: what the operator has set, else what the site had before that was possible.
-- Paths that begin with media/ are below the API's base.
create or replace view site_marks as
select s.id as site_id,
  coalesce(f.path || '-180.png', s.logo_favicon) as favicon,
  coalesce(
    (
      select i.path
      from site_images i
      where i.site_id = s.id
        and i.kind = 'share'
      order by i.locale = '' desc, i.locale = (case when s.is_playlist then 'en' else 'ko' end) desc, i.locale
      limit 1
    ),
    s.logo_meta
  ) as share_picture
from sites s
left join site_images f on f.site_id = s.id
  and f.kind = 'favicon';

-- Notices published since the account exists and not opened by it. Filter by account_id and published_at.
create or replace view unread_notices as
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

-- Payout accounts with their state. A confirmation counts in the network that gave it.
create or replace view payee_states as
select y.account_id,
  y.kind,
  y.version,
  y.masked_account,
  y.entered_at,
  y.confirmed_at,
  y.rejection_reason,
  case
    when y.rejected_at is not null then 'rejected'
    when y.confirmed_network_id = a.network_id then 'confirmed'
    else 'entered'
  end as state,
  y.confirmed_network_id
from payees y
join accounts a on a.id = y.account_id;

-- Payouts with what is left to be paid, and their state. Details count if they are confirmed in the network that owes the
-- payout, or in the one that the account is in now.
create or replace view payout_states as
select p.id,
  p.statement_id,
  p.account_id,
  p.network_id,
  p.cause,
  p.currency,
  p.micros,
  p.amount,
  p.requested_at,
  p.created_at,
  p.micros + coalesce(e.micros, 0) as outstanding_micros,
  p.amount + coalesce(e.amount, 0) as outstanding_amount,
  e.payment_id,
  x.export_id,
  case
    when e.amount = -p.amount and e.paid = 0 then 'forfeited'
    when e.amount = -p.amount then 'paid'
    when x.export_id is not null then 'exported'
    when y.account_id is null then 'details_required'
    when e.is_returned then 'returned'
    when e.amount < 0 then 'partly_paid'
    else 'awaiting_payment'
  end as state
from payouts p
left join lateral (
  select sum(micros)::bigint as micros,
    sum(amount)::bigint as amount,
    coalesce(sum(amount) filter (where kind <> 'forfeit'), 0) as paid,
    -- the last payment that has not come back
    max(id) filter (where kind = 'payment' and not exists (
      select
      from ledger_entries r
      where r.kind = 'return'
        and r.corrects_id = l.id)) as payment_id,
    (array_agg(kind order by id desc))[1] = 'return' as is_returned
  from ledger_entries l
  where l.payout_id = p.id
    and kind in ('payment', 'return', 'forfeit')
) e on true
left join exported_payouts x on x.payout_id = p.id
  and x.ended_at is null
left join payee_states y on y.account_id = p.account_id
  and (y.state = 'confirmed' or y.confirmed_network_id = p.network_id);
