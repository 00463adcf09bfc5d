-- Sessions know when they proved a factor. Audit entries and security events cannot be changed, and leave for the log.

alter table sessions add column factor_proved_at timestamptz;
update sessions set factor_proved_at = created_at where has_second_factor;

-- Transactional outbox of the process log: which rows it has not had yet.
create table trace_outbox (
  trace text not null check (trace in ('audit', 'security')),
  id bigint not null,
  primary key (trace, id)
);
