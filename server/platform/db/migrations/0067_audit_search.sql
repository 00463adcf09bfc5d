-- The screen of the audit log filters by action and day, and lists the actions.
create index audit_log_action on audit_log (action, id);
create index audit_log_time on audit_log (created_at);
