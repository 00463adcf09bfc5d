-- Sites, people, channels.

create table sites (
  id integer generated always as identity primary key,
  domain text not null unique check (domain = lower(domain) and domain not like 'www.%'),
  name text not null,
  design_id text not null default '' check (design_id in ('', 'mcn-2', 'mcn-3', 'mcn-4')),
  color_primary text not null default '#5b5bd6',
  color_primary_dim text not null default '#eeeefb',
  logo_favicon text,
  logo_meta text,
  is_playlist boolean not null default false,
  exclusive_logo text,
  default_network_id integer,
  created_at timestamptz not null default now()
);

-- An account of one site. A manager's network is the manager's own id; a member's is its manager's;
-- one that stands alone is a network of its own. Withdrawn: email, nickname and hash are gone, the row stays for the books.
create table accounts (
  id integer generated always as identity primary key,
  site_id integer not null references sites (id),
  network_id integer not null,
  email text,
  nickname text,
  password_hash text,
  is_manager boolean not null default false,
  channel_url text,
  created_at timestamptz not null default now(),
  removed_at timestamptz,
  check (not is_manager or network_id = id),
  check (removed_at is not null or (email is not null and nickname is not null and password_hash is not null))
);
create unique index accounts_email on accounts (site_id, lower(email)) where removed_at is null;
create index accounts_network on accounts (network_id);
alter table accounts add foreign key (network_id) references accounts (id) deferrable initially deferred;
alter table sites add foreign key (default_network_id) references accounts (id);

create table sessions (
  token_hash bytea primary key,
  account_id integer not null references accounts (id),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index sessions_account on sessions (account_id);

-- Ids of calls that changed something in the last ten minutes: a second call with the same id is refused.
create table used_request_ids (
  request_id text primary key,
  used_at timestamptz not null default now()
);
create index seen_requests_at on used_request_ids (used_at);

-- Counted attempts of one window, by a hash of what is limited (an address, an account).
create table rate_limit_windows (
  subject text not null,
  window_start timestamptz not null,
  count integer not null,
  primary key (subject, window_start)
);

-- The network's share, in tenths of a percent, from that day on.
create table fee_rates (
  account_id integer not null references accounts (id),
  from_day date not null,
  permille smallint not null check (permille between 0 and 1000),
  set_at timestamptz not null default now(),
  primary key (account_id, from_day)
);

-- A registration of a YouTube channel. One live registration per channel in the whole installation.
create table channels (
  registration_id integer generated always as identity primary key,
  channel_id text not null,
  network_id integer not null references accounts (id),
  name text not null,
  thumbnail text,
  category text not null,
  -- Pending 0, DeniedPending (on hold) 1, Approved 2, Rejected 3
  approval_status smallint not null default 0 check (approval_status between 0 and 3),
  verification_status text not null default 'pending' check (verification_status in ('pending', 'verifying', 'verified')),
  verification_code text not null,
  registered_at timestamptz not null default now(),
  approved_at timestamptz,
  held_at timestamptz,
  -- facts before this day never count
  earns_from date,
  removed_at timestamptz
);
create unique index channels_live on channels (channel_id) where removed_at is null;
create index channels_network on channels (network_id) where removed_at is null;

create table assignments (
  registration_id integer not null references channels (registration_id),
  account_id integer not null references accounts (id),
  assigned_at timestamptz not null default now(),
  unassigned_at timestamptz
);
create unique index assignments_live on assignments (registration_id, account_id) where unassigned_at is null;
create index assignments_account on assignments (account_id) where unassigned_at is null;

-- Won for one dollar, in millionths of a won.
create table exchange_rates (
  day date primary key,
  krw_micros bigint not null check (krw_micros > 0)
);

create table tracks (
  id integer generated always as identity primary key,
  isrc text not null unique check (isrc ~ '^[A-Z]{2}[A-Z0-9]{3}[0-9]{7}$'),
  name text not null,
  artist text not null,
  category text not null check (category in ('BGM', 'song', 'OST')),
  cover text,
  exclusive_logo text,
  time_limit_seconds integer,
  created_at timestamptz not null default now()
);

create table moods (
  id integer generated always as identity primary key,
  name jsonb not null
);

create table track_moods (
  track_id integer not null references tracks (id),
  mood_id integer not null references moods (id),
  primary key (track_id, mood_id)
);

-- Titles and bodies by locale: {"ko": "…", "en": "…"}
create table notices (
  id integer generated always as identity primary key,
  site_id integer not null references sites (id),
  title jsonb not null,
  body jsonb not null,
  pinned boolean not null default false,
  published_at timestamptz not null default now()
);
create index notices_site on notices (site_id, published_at);
