-- Sums over all channels of a network read nothing but this index: its rows lie together, those of the table by day.
drop index channel_daily_network;
create index channel_daily_network on channel_daily (network_id, day)
  include (channel_id, views, premium_views, revenue_micros, premium_revenue_micros);
