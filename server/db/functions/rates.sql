-- Exchange rates and fee rates by day, and the currency of a network.

-- The exchange rate of each day of a range: the latest known on or before the day, else the earliest known; null when no
-- rate is known.
create or replace function daily_rates(first date, last date) returns table (day date, krw_micros bigint)
language sql stable as $$
  select d.day::date,
    coalesce(
      own.krw_micros,
      (select r.krw_micros from exchange_rates r where r.day <= d.day order by r.day desc limit 1),
      (select r.krw_micros from exchange_rates r order by r.day limit 1))
  from generate_series(first, last, interval '1 day') d (day)
  left join exchange_rates own on own.day = d.day::date
    and own.day between first and last
$$;

-- The same with the fee rate of an account: the latest set on or before the day, else 0. Without an account, 0.
create or replace function daily_rates_and_fees(account integer, first date, last date)
returns table (day date, krw_micros bigint, permille integer)
language sql stable as $$
  select r.day,
    r.krw_micros,
    coalesce(
      (select f.permille
        from fee_rates f
        where f.account_id = account
          and f.from_day <= r.day
        order by f.from_day desc
        limit 1),
      0)::integer
  from daily_rates(first, last) r
$$;

-- US dollars on a playlist site and while no exchange rate is known, else won.
create or replace function network_currency(network integer) returns text
language sql stable as $$
  select case when s.is_playlist or not exists (select from exchange_rates) then 'USD' else 'KRW' end
  from accounts a
  join sites s on s.id = a.site_id
  where a.id = network
$$;
