-- Reports that nobody waits for any more, and why (docs/decisions/0110-desk-reports.md). Figures do not change: the day stays
-- incomplete. A report that arrives after all counts, and its row no longer matters.
create table accepted_gaps (
  report_type text not null check (report_type in ('activity', 'revenue', 'metadata', 'claims')),
  owner text not null,
  day date not null,
  reason text not null,
  accepted_at timestamptz not null,
  primary key (report_type, owner, day)
);
