-- The operator sends files to a bank as well: for accounts that no network pays. Its exports have no network, and what it has
-- read of results belongs to a site.

alter table payment_exports
  alter column network_id drop not null;
alter table payment_results
  drop constraint payment_results_pkey,
  alter column network_id drop not null,
  add column site_id integer references sites (id),
  add constraint payment_results_payer check ((network_id is null) <> (site_id is null));
create unique index payment_results_read on payment_results (coalesce(network_id, 0), coalesce(site_id, 0), sha256);
