-- One network of full size, straight into the roll-ups: 10,000 channels, 1,000,000 videos, 180 days up to 2026-09-20.
-- Everything comes out of row numbers, so that two runs are the same. NETWORK and MEMBER are replaced by the ids of the accounts.

insert into exchange_rates (day, krw_micros)
select day::date, 1350000000 + (nth.n % 90) * 1000000
from generate_series('2026-03-25'::timestamp, '2026-09-20', '1 day') with ordinality as nth (day, n);

-- Channels: the first hundred belong to one member, whose fee changed in summer.
insert into channels (channel_id, network_id, name, category, approval_status, verification_status,
  verification_code, earns_from, approved_at)
select 'UC' || substr(md5('channel ' || n), 1, 22),
  NETWORK,
  case n % 3
    when 0 then (array['여행', '요리', '음악', '일상', '운동'])[1 + n % 5] || ' 채널 ' || n
    when 1 then (array['旅行', '料理', '音樂', '日常', '健身'])[1 + n % 5] || '頻道 ' || n
    else (array['Travel', 'Kitchen', 'Music', 'Daily', 'Fitness'])[1 + n % 5] || ' shorts ' || n
  end,
  'people', 2, 'verified', 'ABCD1234', '2026-03-25', now()
from generate_series(1, 10000) n;
insert into assignments (registration_id, account_id)
select registration_id, MEMBER from channels order by registration_id limit 100;
insert into fee_rates (account_id, from_day, permille)
values (MEMBER, '2026-01-01', 200), (MEMBER, '2026-07-15', 175);

-- What is indexed row by row takes ten times as long.
create temporary table dropped as
select indexname, indexdef
from pg_indexes
where indexname in ('videos_search', 'videos_video', 'video_daily_day');
do $$
declare
  name text;
begin
  for name in select indexname from dropped loop
    execute format('drop index %I', name);
  end loop;
end $$;
alter table video_daily drop constraint video_daily_pkey;

-- A hundred videos a channel. Every video's title has a word of a few hundred and a number; every fourth 먹방,
-- every 100,000th 두루미.
insert into videos (channel_id, video_id, channel_name, title, length_seconds, published_at, reported_on, reported_at)
select c.channel_id,
  substr(md5('video ' || n), 1, 11),
  c.name,
  case n % 3
    when 0 then (array['오늘', '한국', '서울', '부산', '제주', '엄마', '아기', '고양이'])[1 + n / 3 % 8]
      || case when n % 4 = 0 then ' 먹방 ' else ' 브이로그 ' end
      || (array['맛집', '여행', '도전', '반전', '레시피', '챌린지', '리뷰', '꿀팁', '비밀'])[1 + n / 7 % 9]
    when 1 then (array['今天', '台北', '上海', '香港', '媽媽', '小貓', '周末'])[1 + n / 3 % 7]
      || case when n % 4 = 0 then ' 먹방 ' else '的' end
      || (array['美食', '旅行', '挑戰', '日常', '音樂', '舞蹈'])[1 + n / 7 % 6]
    else (array['My', 'Best', 'The first', 'Late night', 'Crazy', 'Tiny'])[1 + n / 3 % 6]
      || case when n % 4 = 0 then ' 먹방 mukbang ' else ' ' end
      || (array['street food', 'dance cover', 'city walk', 'cat', 'workout', 'guitar solo'])[1 + n / 7 % 6]
  end || case when n % 100000 = 5 then ' 두루미' else '' end || ' #' || substr(md5('word ' || n), 1, 3) || n,
  15 + n % 46,
  '2026-03-15'::timestamptz + n::bigint * 7919 % 189 * interval '1 day' + n % 86400 * interval '1 second',
  '2026-09-20',
  now()
from generate_series(1, 1000000) n
join (select row_number() over (order by registration_id) as at, channel_id, name from channels) c
  on c.at = (n + 99) / 100;

-- The eleven days after a video is published, fewer views each; some videos have tens of thousands.
do $$
declare
  first_day date;
begin
  for first_day in select generate_series('2026-03-01'::timestamp, '2026-09-01', '1 month')::date loop
    perform ensure_month_partitions(first_day);
    insert into video_daily (channel_id, video_id, day, owner, views, premium_views, engaged_views, watch_ms,
      watched_share, revenue_micros, premium_revenue_micros)
    select v.channel_id, v.video_id, d.day, 'main', w.views, w.views / 12, w.views, w.views * 14000,
      w.views * 8100, w.views * (90 + v.seed % 300), w.views * (90 + v.seed % 300) / 9
    from (
      select channel_id, video_id, published_at::date as published, abs(hashtext(video_id)::bigint) as seed
      from videos
    ) v
    cross join generate_series(0, 10) k
    cross join lateral (select v.published + k as day) d
    cross join lateral (
      select (40 + v.seed % 900 + case when v.seed % 1000 = 0 then 60000 else 0 end)::bigint
        * (11 - k) / 6 as views
    ) w
    where d.day >= greatest(first_day, '2026-03-25')
      and d.day < first_day + interval '1 month'
      and d.day <= '2026-09-20'
    order by v.channel_id, v.video_id, d.day;
  end loop;
end $$;

-- Whole days: both reports of the one owner.
with loads as (
  insert into report_loads (report_type, owner, day, create_time, file_name, sha256, state)
  select type, 'main', day::date, now(), 'bench', md5(type || day), 'current'
  from generate_series('2026-03-25'::timestamp, '2026-09-20', '1 day') day
  cross join unnest(array['activity', 'revenue', 'claims']) type
  where type <> 'claims' or day = '2026-09-20'
  returning id, report_type, owner, day
)
insert into report_current (report_type, owner, day, load_id)
select report_type, owner, day, id from loads;

alter table video_daily add primary key (channel_id, video_id, day, owner);
do $$
declare
  definition text;
begin
  for definition in select indexdef from dropped loop
    -- of a partitioned table it is printed without its partitions
    execute replace(definition, ' ON ONLY ', ' ON ');
  end loop;
end $$;

-- The first videos of some channels are hot: every day in sixty countries, in facts and roll-up alike.
create temporary table hot as
select channel_id, min(video_id) as video_id
from videos
where channel_id in (select channel_id from channels order by registration_id limit 2000)
group by channel_id
order by channel_id
limit 20;
create temporary table hot_days as
select h.channel_id, h.video_id, day::date as day, chr(65 + n / 26) || chr(65 + n % 26) as country,
  (500 + n * 37 + extract(day from day)::integer * 11)::bigint as views
from hot h
cross join generate_series('2026-03-25'::timestamp, '2026-09-20', '1 day') day
cross join generate_series(0, 59) n;
insert into activity_facts (day, load_id, channel_id, video_id, country, views, premium_views, engaged_views,
  watch_ms, watched_share)
select h.day, r.load_id, h.channel_id, h.video_id, h.country, h.views, h.views / 12, h.views, h.views * 14000,
  h.views * 8100
from hot_days h
join report_current r on r.day = h.day and r.report_type = 'activity';
insert into revenue_facts (day, load_id, channel_id, video_id, country, revenue_micros, premium_revenue_micros)
select h.day, r.load_id, h.channel_id, h.video_id, h.country, h.views * 210, h.views * 210 / 9
from hot_days h
join report_current r on r.day = h.day and r.report_type = 'revenue';
delete from video_daily v using hot h where v.channel_id = h.channel_id and v.video_id = h.video_id;
insert into video_daily (channel_id, video_id, day, owner, views, premium_views, engaged_views, watch_ms,
  watched_share, revenue_micros, premium_revenue_micros)
select channel_id, video_id, day, 'main', sum(views), sum(views / 12), sum(views), sum(views * 14000),
  sum(views * 8100), sum(views * 210), sum(views * 210 / 9)
from hot_days
group by channel_id, video_id, day;

-- Music: a claim on every third video and on all hot ones.
insert into tracks (isrc, name, artist, category)
select 'KRA' || lpad(n::text, 9, '0'), 'Track ' || n, 'Artist ' || n % 40, 'BGM'
from generate_series(1, 300) n;
insert into claims (load_id, claim_id, claim_status, channel_id, video_id, asset_id, asset_title, artist, isrc,
  is_shorts_eligible)
select r.load_id, 'C' || row_number() over (), 'active', v.channel_id, v.video_id, 'A' || abs(hashtext(v.video_id)::bigint) % 300,
  'Track', 'Artist', 'KRA' || lpad((1 + abs(hashtext(v.video_id)::bigint) % 300)::text, 9, '0'), true
from videos v
join report_current r on r.report_type = 'claims'
where abs(hashtext(v.video_id)::bigint) % 3 = 0 or exists (select from hot h where h.video_id = v.video_id);

insert into channel_daily (channel_id, day, network_id, views, premium_views, revenue_micros, premium_revenue_micros)
select channel_id, day, NETWORK, sum(views), sum(premium_views), sum(revenue_micros), sum(premium_revenue_micros)
from video_daily
group by channel_id, day
order by channel_id, day;
insert into network_daily (network_id, day, views, premium_views, revenue_micros, premium_revenue_micros)
select network_id, day, sum(views), sum(premium_views), sum(revenue_micros), sum(premium_revenue_micros)
from channel_daily
group by network_id, day;
update report_state set data_revision = data_revision + 1;
