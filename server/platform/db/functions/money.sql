-- Currency conversion, fees and prices. Amounts are integers: millionths of a dollar or thousandths of a won. All
-- divisions round half away from zero. Only price_per_million uses numeric, once per row of a result: conversions and
-- fees, of which a report makes thousands, stay within bigint.

-- Converts the revenue of one day, in millionths of a dollar. Split at 1,000 dollars, so that the products with any rate
-- below 9,000 won stay within a bigint.
create or replace function convert_amount(micros bigint, currency text, krw_micros bigint) returns bigint
language sql immutable parallel safe as $$
  select case currency
    when 'USD' then micros
    else micros / 1000000000 * krw_micros
      + (micros % 1000000000 * krw_micros + case when micros < 0 then -500000000 else 500000000 end) / 1000000000
  end
$$;

-- Deducts the network's fee, given in tenths of a percent.
create or replace function net_of_fee(gross bigint, permille integer) returns bigint
language sql immutable parallel safe as $$
  select gross - gross / 1000 * permille - (gross % 1000 * permille + case when gross < 0 then -500 else 500 end) / 1000
$$;

-- Profit per million views; null without views, and where it exceeds what JavaScript can represent (2^53).
create or replace function price_per_million(profit bigint, views bigint) returns bigint
language sql immutable parallel safe
return case when views > 0 and abs(profit) / views < 9007199254 then round(profit::numeric * 1000000 / views)::bigint end;
