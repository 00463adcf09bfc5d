-- What was published in a period.
create index videos_published on videos (channel_id, published_at);
