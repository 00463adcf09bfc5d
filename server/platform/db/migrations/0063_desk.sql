-- The desk of operators (docs/decisions/0106-desk.md). What waits there may have somebody who looks after it, and may be put
-- off. Its key names it: `waitingKinds` of the contract, and what it is about.
create table waiting_marks (
  key text primary key,
  assignee_id integer references accounts (id),
  snoozed_until timestamptz,
  changed_at timestamptz not null
);
create index waiting_marks_assignee on waiting_marks (assignee_id) where assignee_id is not null;

-- who decides about the registration
alter table channels add column reviewer_id integer references accounts (id);
create index channels_reviewer on channels (reviewer_id) where reviewer_id is not null;

alter table channel_reviews
  -- null: a command, or a request for another review
  add column decided_by integer references accounts (id),
  -- the reason by language, if it is one of the templates; `reason` has that of the site
  add column reason_texts jsonb,
  -- what the decision changed, as it was before, so that it can be undone
  add column previous jsonb;

-- null: the mail leaves at once
alter table mails add column not_before timestamptz;
