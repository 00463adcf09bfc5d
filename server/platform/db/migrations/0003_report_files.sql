-- The file of a load: one of the same name, size and time is the same file and need not be read again.
alter table report_loads
  add column file_bytes bigint,
  add column file_modified_at timestamptz;
