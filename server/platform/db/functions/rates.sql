drop function if exists daily_rates_and_fees(integer, date, date);
drop function if exists daily_rates(date, date);

-- US dollars on a playlist site and while no exchange rate is known, else won.
create or replace function network_currency(network integer) returns text
language sql stable as $$
  select case when s.is_playlist or not exists (select from exchange_rates) then 'USD' else 'KRW' end
  from accounts a
  join sites s on s.id = a.site_id
  where a.id = network
$$;

-- Fee rates in tenths of a percent, with the day before which each one counts. Before the first, the rate is 0.
create or replace view fee_periods as
select account_id,
  from_day,
  coalesce(lead(from_day) over (partition by account_id order by from_day), 'infinity') as until_day,
  permille
from fee_rates;
