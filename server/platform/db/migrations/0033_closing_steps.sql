-- A month is open, then closed: frozen, but not visible to members and open to be opened again; then released. What was
-- closed before was visible at once.

alter table months
  drop constraint months_state_check,
  drop constraint months_closed,
  add released_at timestamptz,
  -- null: by a command
  add closed_by integer references accounts (id),
  -- why the rate krw_micros was given; without a given rate, both are null
  add rate_reason text,
  -- [{"obstacle": …, "text": …}]: why it was closed in spite of an obstacle; a null obstacle: of all together
  add explanations jsonb not null default '[]';

update months
set state = 'released',
  released_at = closed_at,
  explanations = case
    when explanation is null then '[]'
    else jsonb_build_array(jsonb_build_object('obstacle', null, 'text', explanation))
  end
where state = 'closed';

alter table months
  drop column explanation,
  add constraint months_state check (state in ('open', 'closed', 'released')),
  add constraint months_closed check ((state = 'open') = (closed_at is null)),
  add constraint months_released check ((state = 'released') = (released_at is not null));

alter table sites
  -- which stored exchange rate a month's statements use
  add rate_rule text not null default 'last-day' check (rate_rule in ('last-day', 'average', 'payment-day')),
  -- of the following month
  add payment_day smallint not null default 25 check (payment_day between 1 and 28),
  -- somebody else than who closed a month releases it
  add needs_other_person boolean not null default false;

-- What was divided among nobody is divided again once somebody can be named: the latest division counts.
drop trigger if exists refuse_change on month_parts;
alter table month_parts
  -- the month whose closing stored it
  add decided_month date references months (month),
  -- of a part without a network: its days of the month, a bit each, the first day 1; null: unknown
  add days integer;
update month_parts set decided_month = month;
alter table month_parts
  alter decided_month set not null,
  drop constraint month_parts_pkey,
  add primary key (month, channel_id, decided_month, position);
