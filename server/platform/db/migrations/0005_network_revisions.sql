-- The data_revision at which the figures and the lists of a network last changed.
create table network_revisions (
  network_id integer primary key,
  figures_revision bigint not null default 0,
  lists_revision bigint not null default 0
);
insert into network_revisions (network_id, figures_revision, lists_revision)
select n.network_id, s.data_revision, greatest(s.lists_revision, 0)
from (
  select distinct network_id
  from network_daily
) n
cross join report_state s;
