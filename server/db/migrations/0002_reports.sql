-- Report files, their facts, and the roll-ups that readers read.

-- One file that was taken in, or is being. A reader sees a load only through report_current.
create table report_loads (
  id integer generated always as identity primary key,
  report_type text not null check (report_type in ('activity', 'revenue', 'metadata', 'claims')),
  owner text not null,
  day date not null,
  report_id text,
  create_time timestamptz not null,
  file_name text not null,
  sha256 text not null,
  row_count bigint not null default 0,
  state text not null default 'loading' check (state in ('loading', 'current', 'replaced')),
  loaded_at timestamptz not null default now()
);
create index report_loads_unit on report_loads (report_type, owner, day);
create index report_loads_state on report_loads (state) where state <> 'current';

-- The load that counts for each unit of import.
create table report_current (
  report_type text not null,
  owner text not null,
  day date not null,
  load_id integer not null references report_loads (id),
  primary key (report_type, owner, day)
);

create table activity_facts (
  day date not null,
  load_id integer not null,
  channel_id text not null,
  -- '' is a line about the channel itself
  video_id text not null,
  country text not null,
  views bigint not null,
  premium_views bigint not null,
  engaged_views bigint not null,
  watch_ms bigint not null,
  -- average_view_duration_percentage × views, in hundredths of a percent, so that sums can be weighted by views
  watched_share bigint not null
) partition by range (day);
create index activity_facts_video on activity_facts (video_id, day);
create index activity_facts_load on activity_facts (load_id);

create table revenue_facts (
  day date not null,
  load_id integer not null,
  channel_id text not null,
  video_id text not null,
  country text not null,
  -- millionths of a US dollar
  revenue_micros bigint not null,
  premium_revenue_micros bigint not null
) partition by range (day);
create index revenue_facts_video on revenue_facts (video_id, day);
create index revenue_facts_load on revenue_facts (load_id);

-- What a video report says; the newest of (day, create_time) wins for each video.
create table metadata_staging (
  load_id integer not null,
  channel_id text not null,
  channel_name text not null,
  video_id text not null,
  title text not null,
  length_seconds integer,
  published_at timestamptz,
  isrc text
);
create index metadata_staging_load on metadata_staging (load_id);

create table videos (
  channel_id text not null,
  video_id text not null,
  channel_name text not null,
  title text not null,
  length_seconds integer,
  published_at timestamptz,
  isrc text,
  -- an address below the API's base; null: YouTube's own picture
  thumbnail text,
  reported_on date not null,
  reported_at timestamptz not null,
  primary key (channel_id, video_id)
);
create index videos_video on videos (video_id);

create table claims (
  load_id integer not null,
  claim_id text not null,
  claim_status text not null,
  channel_id text not null,
  video_id text not null,
  asset_id text not null,
  asset_title text not null,
  artist text not null,
  isrc text,
  is_shorts_eligible boolean not null
);
create index claims_video on claims (video_id);
create index claims_load on claims (load_id);

-- Everything that was reported, a row per video and day over all countries, whoever has registered the channel.
create table video_daily (
  channel_id text not null,
  video_id text not null,
  day date not null,
  owner text not null,
  views bigint not null,
  premium_views bigint not null,
  engaged_views bigint not null,
  watch_ms bigint not null,
  watched_share bigint not null,
  revenue_micros bigint not null,
  premium_revenue_micros bigint not null,
  primary key (channel_id, video_id, day, owner)
) partition by range (day);
create index video_daily_day on video_daily (day, owner);

-- What may be seen: live registrations that are approved and verified, from their earning day.
create table channel_daily (
  channel_id text not null,
  day date not null,
  network_id integer not null,
  views bigint not null,
  premium_views bigint not null,
  revenue_micros bigint not null,
  premium_revenue_micros bigint not null,
  primary key (channel_id, day)
);
create index channel_daily_day on channel_daily (day);
create index channel_daily_network on channel_daily (network_id, day);

create table network_daily (
  network_id integer not null,
  day date not null,
  views bigint not null,
  premium_views bigint not null,
  revenue_micros bigint not null,
  premium_revenue_micros bigint not null,
  primary key (network_id, day)
);
create index network_daily_day on network_daily (day);

-- The periods that video_period was last built for, a row per network and period.
create table network_periods (
  network_id integer not null,
  period text not null,
  from_day date not null,
  to_day date not null,
  currency text not null,
  primary key (network_id, period)
);

-- Lists of videos by period, with amounts in the network's currency; rebuilt beside and swapped. price is
-- profit × 1,000,000 / views, for sorting; null without views.
create table video_period (
  period text not null,
  network_id integer not null,
  channel_id text not null,
  video_id text not null,
  published_at timestamptz,
  views bigint not null,
  premium_views bigint not null,
  profit bigint not null,
  premium_profit bigint not null,
  price bigint
) partition by list (period);

-- One row. data_revision grows with every change of figures; lists_revision is what video_period was built from.
create table report_state (
  is_singleton boolean primary key default true check (is_singleton),
  data_revision bigint not null,
  lists_revision bigint not null
);
insert into report_state (data_revision, lists_revision) values (0, 0);

-- Makes the monthly partitions that hold a day. Safe to call at any time and twice.
create function ensure_month_partitions(wanted date) returns void language plpgsql as $$
declare
  first_day date := date_trunc('month', wanted)::date;
  next_month date := (date_trunc('month', wanted) + interval '1 month')::date;
  parent text;
begin
  foreach parent in array array['activity_facts', 'revenue_facts', 'video_daily'] loop
    if to_regclass(parent || to_char(first_day, '_YYYY_MM')) is null then
      execute format('create table if not exists %I partition of %I for values from (%L) to (%L)',
        parent || to_char(first_day, '_YYYY_MM'), parent, first_day, next_month);
    end if;
  end loop;
end $$;

-- Millionths of a won for a dollar on each day of a range: the latest rate known on or before it, else the earliest
-- known; null when no rate is known at all.
create function daily_rates(first date, last date) returns table (day date, krw_micros bigint) language sql stable as $$
  select d.day::date,
    coalesce(
      (select r.krw_micros from exchange_rates r where r.day <= d.day order by r.day desc limit 1),
      (select r.krw_micros from exchange_rates r order by r.day limit 1))
  from generate_series(first, last, interval '1 day') d (day)
$$;

-- The same for one day.
create function exchange_rate_on(wanted date) returns bigint language sql stable as $$
  select krw_micros from daily_rates(wanted, wanted)
$$;

-- The currency in which a network sees its money: dollars on a playlist site, and while no rate is known.
create function network_currency(wanted integer) returns text language sql stable as $$
  select case when s.is_playlist or not exists (select from exchange_rates) then 'USD' else 'KRW' end
  from accounts a
  join sites s on s.id = a.site_id
  where a.id = wanted
$$;

-- A sum of one day in units of the currency: millionths of a dollar, thousandths of a won; halves away from zero.
create function convert_amount(micros bigint, currency text, krw_micros bigint) returns bigint language sql immutable as $$
  select case currency
    when 'USD' then micros
    else round(micros::numeric * krw_micros / 1000000000)::bigint
  end
$$;

-- What is left of an amount after the network's fee, in tenths of a percent; the fee is rounded half away from zero.
create function net_of_fee(gross bigint, permille integer) returns bigint language sql immutable as $$
  select gross - round(gross::numeric * permille / 1000)::bigint
$$;

-- The fee rate of a member on a day: the latest set on or before it, 0 while none was.
create function fee_permille_on(account integer, wanted date) returns integer language sql stable as $$
  select coalesce(
    (select permille from fee_rates where account_id = account and from_day <= wanted order by from_day desc limit 1),
    0)::integer
$$;

-- Days for which an owner's activity and revenue are both there: only then are a day's figures whole.
create view complete_days as
  select distinct activity.day
  from report_current activity
  join report_current revenue on revenue.owner = activity.owner and revenue.day = activity.day
  where activity.report_type = 'activity'
    and revenue.report_type = 'revenue';

-- The first and the latest day that a network has figures for; periods end on the latest.
create view network_day_ranges as
  select n.network_id, min(n.day) as first_day, max(n.day) as latest_day
  from network_daily n
  join complete_days w on w.day = n.day
  group by n.network_id;
