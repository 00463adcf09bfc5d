-- A session in which somebody looks at the portal as another person, read only (docs/decisions/0104-installation-roles.md). It ends
-- with the session that it was started in. As in traces, no key refers to who looks: it stays who it was.
alter table sessions
  add column impersonator_id integer,
  add column impersonator_session_id bigint,
  add check ((impersonator_id is null) = (impersonator_session_id is null));
create index sessions_impersonator on sessions (impersonator_session_id) where impersonator_session_id is not null;

-- whether people get a mail afterward
alter table sites add column reports_impersonation boolean not null default true;
