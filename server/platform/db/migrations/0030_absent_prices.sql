-- Prices that exceed what JavaScript can represent (2^53) are absent, as price_per_million computes them.
update video_period set price = null where abs(price) > 9007199254740991;
update channel_period set price = null where abs(price) > 9007199254740991;
