-- Content owners whose reports are fetched from YouTube.
create table youtube_connections (
  id integer generated always as identity primary key,
  -- name of the owner's reports, as in report_loads
  owner text not null unique,
  -- YouTube's id
  content_owner_id text not null unique,
  -- encrypted; null: consent is needed
  refresh_token bytea,
  consented_at timestamptz not null,
  -- when the consent ends by itself; null: unknown, as for a published application
  consent_expires_at timestamptz,
  next_fetch_at timestamptz not null,
  started_at timestamptz,
  -- of the last fetch without a problem
  succeeded_at timestamptz,
  -- why the last fetch stopped; null: it did not
  problem text
);

-- A consent that somebody has been asked for.
create table youtube_authorizations (
  state_hash bytea primary key,
  owner text not null,
  content_owner_id text not null,
  -- PKCE, encrypted
  code_verifier bytea not null,
  redirect_uri text not null,
  expires_at timestamptz not null
);

-- Of the YouTube Reporting API.
create table reporting_jobs (
  owner text not null,
  job_id text not null,
  report_type_id text not null,
  expires_at timestamptz,
  deprecated_at timestamptz,
  -- creation time of the newest report that was listed
  listed_until timestamptz,
  primary key (owner, job_id)
);

create table fetched_reports (
  owner text not null,
  report_id text not null,
  job_id text not null,
  report_type_id text not null,
  day date not null,
  started_at timestamptz not null,
  ended_at timestamptz not null,
  created_at timestamptz not null,
  download_url text not null,
  -- superseded: another report of the day and type was imported instead
  state text not null default 'listed' check (state in ('listed', 'imported', 'superseded', 'refused', 'lost')),
  attempts integer not null default 0,
  -- why the last attempt failed
  problem text,
  changed_at timestamptz not null,
  primary key (owner, report_id)
);
create index fetched_reports_open on fetched_reports (owner, day) where state in ('listed', 'refused', 'lost');

-- What a person must do. An event is one row, and ended when its cause is gone.
create table operator_alerts (
  id integer generated always as identity primary key,
  kind text not null,
  -- what it is about, such as an owner
  subject text not null,
  detail jsonb not null default '{}',
  raised_at timestamptz not null,
  ended_at timestamptz
);
create unique index operator_alerts_open on operator_alerts (kind, subject) where ended_at is null;
