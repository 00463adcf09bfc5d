-- The way by which a final file came: as a file that a person imported, or from the Reporting API.
alter table month_loads
  add column way text not null default 'file',
  add constraint month_loads_way check (way in ('file', 'api'));
