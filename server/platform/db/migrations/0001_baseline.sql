-- Tables, constraints and indexes. Functions, views and triggers are in ../functions and are applied after this file.

-- Sites and accounts

create table sites (
  id integer generated always as identity primary key,
  domain text not null unique check (domain = lower(domain) and domain not like 'www.%'),
  name text not null,
  design_id text not null default '' check (design_id in ('', 'mcn-2', 'mcn-3', 'mcn-4')),
  color_primary text not null default '#5b5bd6',
  color_primary_dim text not null default '#eeeefb',
  logo_favicon text,
  logo_meta text,
  -- a playlist site is in English and shows US dollars
  is_playlist boolean not null default false,
  exclusive_logo text,
  -- new accounts join this network as members; null: each new account is independent
  default_network_id integer,
  created_at timestamptz not null default now()
);

-- A network is identified by the account of its manager. A member has the manager's id as its network; an independent
-- account is a network of one. Withdrawal is a soft delete that erases email, nickname and password hash.
create table accounts (
  id integer generated always as identity primary key,
  site_id integer not null references sites (id),
  network_id integer not null references accounts (id) deferrable initially deferred,
  email text,
  nickname text,
  password_hash text,
  is_manager boolean not null default false,
  channel_url text,
  created_at timestamptz not null default now(),
  last_sign_in_at timestamptz,
  removed_at timestamptz,
  constraint accounts_manager_network check (not is_manager or network_id = id),
  constraint accounts_identity check (
    removed_at is not null
    or (email is not null and nickname is not null and password_hash is not null))
);
create unique index accounts_email on accounts (site_id, lower(email)) where removed_at is null;
create index accounts_network on accounts (network_id);
alter table sites add foreign key (default_network_id) references accounts (id);

-- The company that pays the accounts of a site.
create table payment_info (
  site_id integer primary key references sites (id),
  company_name text not null,
  company_address text not null,
  business_number text not null,
  company_mail text not null,
  manager_name text not null,
  manager_contact text not null
);

-- The network's fee in tenths of a percent, from a day on.
create table fee_rates (
  account_id integer not null references accounts (id),
  from_day date not null,
  permille smallint not null check (permille between 0 and 1000),
  set_at timestamptz not null default now(),
  primary key (account_id, from_day)
);

-- Sign-in and security

create table sessions (
  -- public id; the token hash never leaves the database
  id bigint generated always as identity unique,
  token_hash bytea primary key,
  account_id integer not null references accounts (id),
  user_agent text not null default '',
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index sessions_account on sessions (account_id);

-- Partners call the API from their own servers to create one-time sign-in codes.
create table partner_keys (
  id integer generated always as identity primary key,
  site_id integer not null references sites (id),
  name text not null,
  key_hash bytea not null unique,
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  revoked_at timestamptz
);
create index partner_keys_site on partner_keys (site_id);

create table sign_in_codes (
  code_hash bytea primary key,
  partner_key_id integer not null references partner_keys (id),
  account_id integer not null references accounts (id),
  expires_at timestamptz not null
);
create index sign_in_codes_expiry on sign_in_codes (expires_at);

-- Replay protection: a request id is accepted once within ten minutes.
create table used_request_ids (
  request_id text primary key,
  used_at timestamptz not null default now()
);
create index used_request_ids_at on used_request_ids (used_at);

-- Fixed-window rate limits; the subject is a hash of an IP address or an account.
create table rate_limit_windows (
  subject text not null,
  window_start timestamptz not null,
  count integer not null,
  primary key (subject, window_start)
);

-- Append-only; each entry is inserted in the transaction of the change it records.
create table audit_log (
  id bigint generated always as identity primary key,
  created_at timestamptz not null default now(),
  actor text not null check (actor in ('account', 'partner', 'operator', 'background')),
  -- account id or partner key id
  actor_id integer,
  site_id integer references sites (id),
  network_id integer references accounts (id),
  -- IP address of the caller
  address text,
  -- endpoint name or operator command
  action text not null,
  subject text,
  subject_id text,
  -- the new values, without secrets, emails and nicknames
  detail jsonb not null default '{}'
);
create index audit_log_network on audit_log (network_id, id);
create index audit_log_actor on audit_log (actor, actor_id, id);
create index audit_log_subject on audit_log (subject, subject_id, id);

-- Channels

-- Registrations of YouTube channels. A channel has at most one live registration in the whole installation.
create table channels (
  registration_id integer generated always as identity primary key,
  channel_id text not null,
  network_id integer not null references accounts (id),
  name text not null,
  handle text,
  thumbnail text,
  category text not null,
  -- 0 pending, 1 on hold, 2 approved, 3 rejected
  approval_status smallint not null default 0 check (approval_status between 0 and 3),
  verification_status text not null default 'pending'
    check (verification_status in ('pending', 'verifying', 'verified')),
  -- outcome of the last verification; null: none yet, or it succeeded
  verification_failure text
    check (verification_failure in ('code_missing', 'channel_gone', 'quota', 'no_answer')),
  verification_code text not null,
  registered_at timestamptz not null default now(),
  verified_at timestamptz,
  approved_at timestamptz,
  held_at timestamptz,
  re_reviewed_at timestamptz,
  -- first day whose figures count for the network
  earns_from date,
  removed_at timestamptz
);
create unique index channels_live on channels (channel_id) where removed_at is null;
create index channels_network on channels (network_id) where removed_at is null;

-- History of the approval status.
create table channel_reviews (
  id integer generated always as identity primary key,
  registration_id integer not null references channels (registration_id),
  reviewed_at timestamptz not null default now(),
  -- the account that requested another review; null: the operator
  account_id integer references accounts (id),
  approval_status smallint not null check (approval_status between 0 and 3),
  reason text
);
create index channel_reviews_registration on channel_reviews (registration_id, id);

-- Registrations that still wait for a reply of the YouTube API, or failed.
create table channel_requests (
  id integer generated always as identity primary key,
  network_id integer not null references accounts (id),
  account_id integer not null references accounts (id),
  link text not null,
  category text not null,
  requested_at timestamptz not null default now(),
  failure text check (failure in ('channel_unknown', 'channel_taken', 'quota', 'no_answer'))
);
create index channel_requests_network on channel_requests (network_id);

create table assignments (
  registration_id integer not null references channels (registration_id),
  account_id integer not null references accounts (id),
  assigned_at timestamptz not null default now(),
  unassigned_at timestamptz
);
create unique index assignments_live on assignments (registration_id, account_id) where unassigned_at is null;
create index assignments_account on assignments (account_id) where unassigned_at is null;

-- Units used of the YouTube API's quota per Pacific day.
create table youtube_quota (
  day date primary key,
  units integer not null default 0,
  -- the API has refused a request for lack of quota
  is_exhausted boolean not null default false
);

-- Report files and facts

-- One import of one file. Its rows are invisible until report_current points to it.
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

-- The visible load of each import unit.
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
  -- '': a row about the channel itself
  video_id text not null,
  country text not null,
  views bigint not null,
  premium_views bigint not null,
  engaged_views bigint not null,
  watch_ms bigint not null,
  -- average_view_duration_percentage × views in hundredths of a percent: sums stay weighted by views
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

-- Metadata of each video from the report with the latest (day, creation time).
create table videos (
  channel_id text not null,
  video_id text not null,
  channel_name text not null,
  title text not null,
  length_seconds integer,
  published_at timestamptz,
  isrc text,
  -- path below the API's base; null: YouTube's own thumbnail
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

-- Millionths of a won per US dollar. The upper bound keeps convert_amount within a bigint.
create table exchange_rates (
  day date primary key,
  krw_micros bigint not null,
  constraint exchange_rates_krw_micros_positive check (krw_micros > 0),
  constraint exchange_rates_krw_micros_bound check (krw_micros < 9000000000)
);

-- Roll-ups

-- One row. data_revision grows with every change of figures; lists_revision is the data_revision the lists were built from.
create table report_state (
  is_singleton boolean primary key default true check (is_singleton),
  data_revision bigint not null,
  lists_revision bigint not null,
  -- last of the seven days of weekly_track_ranks; null: no day is complete
  ranked_until date
);
insert into report_state (data_revision, lists_revision) values (0, 0);

-- All reported figures per video and day, of every channel, registered or not.
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

-- Figures of earning channels (see the view earning_channels) from their first earning day on.
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

-- Materialized lists per period. Each is built as a separate table and then published as a partition.

-- The days that the lists of each network and period cover.
create table network_periods (
  network_id integer not null,
  period text not null,
  from_day date not null,
  to_day date not null,
  currency text not null,
  primary key (network_id, period)
);

-- Amounts are gross, in thousandths of a won or millionths of a dollar.
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
  -- price_per_million
  price bigint,
  -- normalize_search(title) when the list was built
  title text
) partition by list (period);

create table channel_period (
  period text not null,
  network_id integer not null,
  channel_id text not null,
  -- normalize_search(name) when the list was built: for sorting and searching only
  name text collate "C" not null,
  views bigint not null,
  premium_views bigint not null,
  profit bigint not null,
  premium_profit bigint not null,
  -- number of videos
  shorts bigint not null,
  price bigint
) partition by list (period);

-- Earnings of the videos that use a track. Keyed by ISRC, because claims may name tracks before the catalog has them.
create table track_period (
  period text not null,
  network_id integer not null,
  isrc text not null,
  videos integer not null,
  profit bigint not null
) partition by list (period);

-- Catalog

create table tracks (
  id integer generated always as identity primary key,
  isrc text not null unique check (isrc ~ '^[A-Z]{2}[A-Z0-9]{3}[0-9]{7}$'),
  name text not null,
  artist text not null,
  -- other names, one per line: searched, never shown
  aliases text not null default '',
  category text not null check (category in ('BGM', 'song', 'OST')),
  -- available on this platform only
  exclusive boolean not null default false,
  -- allowed in videos that sell products
  shopping boolean not null default false,
  time_limit_seconds integer,
  length_seconds integer check (length_seconds > 0),
  cover text,
  exclusive_logo text,
  audio text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- soft delete: neither listed nor ranked, still named in the details of videos
  withdrawn_at timestamptz,
  -- withdrawn because an imported catalog did not contain it; restored by the next one that does
  withdrawn_as_missing boolean not null default false
);

create table moods (
  id integer generated always as identity primary key,
  key text not null unique,
  -- by locale
  name jsonb not null,
  -- tracks in the catalog with this mood
  track_count integer not null default 0
);
insert into moods (key, name)
select key, jsonb_build_object('ko', ko, 'en', en, 'zh-CN', cn, 'zh-TW', tw)
from (
  values
    ('calm', '잔잔한', 'Calm', '舒缓', '舒緩'),
    ('upbeat', '신나는', 'Upbeat', '欢快', '輕快'),
    ('romantic', '설레는', 'Romantic', '心动', '心動'),
    ('wistful', '쓸쓸한', 'Wistful', '感伤', '惆悵'),
    ('tense', '긴장되는', 'Tense', '紧张', '緊張'),
    ('warm', '따뜻한', 'Warm', '温暖', '溫暖'),
    ('refreshing', '청량한', 'Refreshing', '清爽', '清新'),
    ('cute', '귀여운', 'Cute', '可爱', '可愛'),
    ('playful', '장난스러운', 'Playful', '俏皮', '俏皮'),
    ('dreamy', '몽환적인', 'Dreamy', '梦幻', '夢幻'),
    ('powerful', '강렬한', 'Powerful', '强劲', '強烈'),
    ('epic', '웅장한', 'Epic', '恢弘', '磅礴'),
    ('mysterious', '신비로운', 'Mysterious', '神秘', '神祕'),
    ('dark', '어두운', 'Dark', '阴暗', '陰暗'),
    ('nostalgic', '그리운', 'Nostalgic', '怀旧', '懷舊'),
    ('stylish', '세련된', 'Stylish', '时尚', '時尚')
) as seed (key, ko, en, cn, tw);

create table track_moods (
  track_id integer not null references tracks (id),
  mood_id integer not null references moods (id),
  primary key (track_id, mood_id)
);
create index track_moods_mood on track_moods (mood_id);

-- Tracks ranked by the views of their videos in the last seven days; rebuilt with the lists.
create table weekly_track_ranks (
  rank integer primary key,
  track_id integer not null unique references tracks (id) on delete cascade,
  -- null: no views in the week before
  previous_rank integer
);

-- Catalog search: the position of each track in each sort order. Narrow, because a search scans all of it. Rebuilt by
-- rebuild_track_order at the end of each transaction that changes the catalog.
create table track_order (
  track_id integer not null,
  by_popularity integer not null,
  by_recency integer not null,
  by_name integer not null,
  shopping boolean not null,
  -- normalize_track_search of everything that can be found, one per line; placed before the other varlena columns for
  -- faster access
  search_text text not null,
  category text not null,
  moods integer[] not null
);
create index track_order_by_popularity on track_order (by_popularity);
create index track_order_by_recency on track_order (by_recency);
create index track_order_by_name on track_order (by_name);

-- One row per statement of the current transaction that changed the catalog or the weekly ranks; see apply_track_changes.
create table track_changes (
  id bigint generated always as identity primary key,
  week_only boolean not null
);

-- Positions start at 1 and may have gaps after a track was withdrawn.
create table favorites (
  account_id integer not null references accounts (id) on delete cascade,
  track_id integer not null references tracks (id) on delete cascade,
  position smallint not null check (position between 1 and 10),
  primary key (account_id, track_id),
  unique (account_id, position) deferrable initially deferred
);
create index favorites_track on favorites (track_id);

-- Notices

create table notices (
  id integer generated always as identity primary key,
  site_id integer not null references sites (id),
  -- title and body by locale
  title jsonb not null,
  body jsonb not null,
  pinned boolean not null default false,
  published_at timestamptz not null default now(),
  edited_at timestamptz,
  withdrawn_at timestamptz
);
create index notices_site on notices (site_id, published_at);

create table notice_reads (
  account_id integer not null references accounts (id) on delete cascade,
  notice_id integer not null references notices (id) on delete cascade,
  primary key (account_id, notice_id)
);
create index notice_reads_notice on notice_reads (notice_id);
