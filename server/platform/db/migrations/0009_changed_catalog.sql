-- Which tracks the catalog has changed; the weekly ranking is computed from them.
create table changed_catalog (
  revision bigint not null
);
