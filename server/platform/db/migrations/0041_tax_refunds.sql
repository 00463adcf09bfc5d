-- Tax that YouTube gives back is a source of its own (docs/decisions/0074-tax-refunds.md).
alter table month_loads
  drop constraint month_loads_source_check,
  add constraint month_loads_source_check check (source in ('ads', 'ads_adjustments', 'premium', 'premium_music', 'shorts_ads',
    'shorts_subscription', 'paid_features', 'channel_adjustments', 'tax', 'tax_refund', 'payment_summary'));

-- The month that the money belongs to; null: that of the file. A file of refunds has lines of several months, each with the first day
-- of its month in month_lines.day.
alter table month_sums add column month date;
alter table month_sums add constraint month_sums_month check (extract(day from month) = 1);
alter table month_sums drop constraint month_sums_pkey;
create unique index month_sums_channel on month_sums (load_id, channel_id, month) nulls not distinct;
