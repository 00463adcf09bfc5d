-- A person asks about a figure: a line of a statement, a video or a day. The network's manager answers; whoever is a network of
-- their own asks the operator of the site.

create table questions (
  id integer generated always as identity primary key,
  asked_by integer not null references accounts (id),
  -- owes the statement, or has the channels; the person's own: the operator answers
  network_id integer not null references accounts (id),
  kind text not null check (kind in ('statement', 'video', 'day')),
  statement_id integer references statements (id),
  -- names a line of the statement
  line text,
  channel_id text,
  video_id text,
  first_day date,
  last_day date,
  -- the figure as the person saw it
  amount bigint not null,
  currency text not null check (currency in ('KRW', 'USD')),
  asked_at timestamptz not null,
  -- another message opens it again
  settled_at timestamptz,
  -- the last messages of both sides, and the last ones of the other side that each has seen
  last_asked_id integer not null default 0,
  last_answered_id integer not null default 0,
  asker_seen_id integer not null default 0,
  network_seen_id integer not null default 0,
  constraint questions_subject check (
    case kind
      when 'statement' then statement_id is not null and line is not null and channel_id is null and video_id is null
        and first_day is null and last_day is null
      when 'video' then statement_id is null and line is null and channel_id is not null and video_id is not null
        and first_day <= last_day
      else statement_id is null and line is null and video_id is null and first_day is not null and first_day = last_day
    end)
);
create index questions_asked_by on questions (asked_by, id);
create index questions_network on questions (network_id, id);
create index questions_statement on questions (statement_id) where statement_id is not null;
create index questions_unread_by_asker on questions (asked_by) where last_answered_id > asker_seen_id;
create index questions_unread_by_network on questions (network_id) where last_asked_id > network_seen_id;

-- Append-only.
create table question_messages (
  id integer generated always as identity primary key,
  question_id integer not null references questions (id) on delete cascade,
  is_answer boolean not null,
  -- null: the operator, by a command
  author_id integer references accounts (id),
  body text not null check (body <> ''),
  created_at timestamptz not null,
  constraint question_messages_author check (is_answer or author_id is not null)
);
create index question_messages_question on question_messages (question_id, id);
create index question_messages_author_id on question_messages (author_id) where author_id is not null;
