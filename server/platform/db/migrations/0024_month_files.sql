-- YouTube's final figures of a month, from the files that people download in its Studio. Amounts are dollars with all the decimals
-- of the files (docs/decisions/0056-final-months.md).

create table months (
  -- its first day
  month date primary key check (extract(day from month) = 1),
  state text not null default 'open' check (state in ('open'))
);

-- A file of an owner and month. Readers see only what belongs to a current load.
create table month_loads (
  id integer generated always as identity primary key,
  owner text not null,
  month date not null check (extract(day from month) = 1),
  source text not null check (source in ('ads', 'ads_adjustments', 'premium', 'premium_music', 'shorts_ads',
    'shorts_subscription', 'paid_features', 'channel_adjustments', 'tax', 'payment_summary')),
  file_name text not null,
  sha256 text not null,
  row_count bigint not null default 0,
  state text not null default 'loading' check (state in ('loading', 'current', 'replaced', 'withdrawn')),
  replaced_by integer references month_loads (id),
  -- the rows of a replaced or withdrawn load have been deleted
  is_swept boolean not null default false,
  loaded_at timestamptz not null default now(),
  constraint month_loads_replaced check ((state = 'replaced') = (replaced_by is not null))
);
create unique index month_loads_current on month_loads (month, owner, source) where state = 'current';
create index month_loads_unit on month_loads (month, owner, source);
create index month_loads_state on month_loads (state) where state <> 'current';

-- The lines of all files but the two below.
create table month_lines (
  load_id integer not null,
  -- '': YouTube names none
  channel_id text not null,
  -- '': the line is not about a video
  video_id text not null,
  -- null: the file has no days
  day date,
  country text not null,
  -- of an adjustment, else the product of paid features; '': neither
  type text not null,
  -- views or transactions; null: the file has none
  units bigint,
  -- negative: a deduction
  amount numeric not null
);
create index month_lines_channel on month_lines (load_id, channel_id);

create table month_taxes (
  load_id integer not null,
  channel_id text not null,
  revenue_source text not null,
  total_revenue numeric not null,
  us_revenue numeric not null,
  rate_percent numeric not null,
  withheld numeric not null
);
create index month_taxes_channel on month_taxes (load_id, channel_id);

-- Lines of payment summaries.
create table month_payments (
  load_id integer not null,
  position integer not null,
  label text not null,
  amount numeric not null,
  primary key (load_id, position)
);

-- Roll-up of month_lines, and of the tax withheld.
create table month_sums (
  load_id integer not null,
  channel_id text not null,
  line_count bigint not null,
  amount numeric not null,
  primary key (load_id, channel_id)
);
