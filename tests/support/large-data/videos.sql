-- Videos with long tails. The largest channel has a hundredth of them, half of the channels have fewer than 75 of a million.
-- 1 in 2,000 has figures on every day in sixty countries, 1 in 200 on every day in four; 1 in 20 on every other day; the
-- others on 2 to 18 days, at growing distances. Titles have a word of a few hundred and a number; every fourth 먹방, every
-- 100,000th 두루미.

create function large_data.fill_videos() returns void
language plpgsql as $$
declare
  definition text;
  definitions text[] := array(
    select indexdef from pg_indexes where indexname in ('videos_search', 'videos_video'));
begin
  drop index videos_search, videos_video;
  insert into large_data.videos (channel_id, video_id, owner, seed, countries, every_days, first_active, active_days)
  select c.channel_id,
    substr(md5('video ' || n), 1, 11),
    c.owner,
    v.seed,
    case when n = 1 or v.seed % 2000 = 0 then 60 when v.seed % 200 = 0 then 4 else 1 end,
    case when n = 1 or v.seed % 200 = 0 then 1 when v.seed % 20 = 1 then 2 end,
    case when n = 1 or v.seed % 200 = 0 or v.seed % 20 = 1 then s.first_day - v.seed % 300
      else s.first_day - 120 + (n::bigint * 7919 % (s.last_day - s.first_day + 121))::integer
    end,
    case when n > 1 and v.seed % 200 <> 0 and v.seed % 20 <> 1 then 2 + v.seed % 17 end
  from large_data.settings s
  cross join generate_series(1, s.videos) n
  cross join lateral (
    select hashtext('video ' || n) & 2147483647 as seed, n * 0.618033988749895 % 1 as uniform
  ) v
  join large_data.channels c
    on c.number = 1 + (1 + floor(s.channels * v.uniform * v.uniform)::bigint) * 7919 % s.channels
  order by c.channel_id;

  insert into metadata_channels (channel_id, reported_on, reported_at)
  select c.channel_id, s.last_day, s.last_day
  from large_data.channels c
  cross join large_data.settings s;
  insert into videos (channel_id, video_id, channel_name, title, length_seconds, published_at)
  select v.channel_id,
    v.video_id,
    c.name,
    case v.seed % 3
      when 0 then (array['오늘', '한국', '서울', '부산', '제주', '엄마', '아기', '고양이'])[1 + v.seed / 3 % 8]
        || case when v.seed % 4 = 0 then ' 먹방 ' else ' 브이로그 ' end
        || (array['맛집', '여행', '도전', '반전', '레시피', '챌린지', '리뷰', '꿀팁', '비밀'])[1 + v.seed / 7 % 9]
      when 1 then (array['今天', '台北', '上海', '香港', '媽媽', '小貓', '周末'])[1 + v.seed / 3 % 7]
        || case when v.seed % 4 = 0 then ' 먹방 ' else '的' end
        || (array['美食', '旅行', '挑戰', '日常', '音樂', '舞蹈'])[1 + v.seed / 7 % 6]
      else (array['My', 'Best', 'The first', 'Late night', 'Crazy', 'Tiny'])[1 + v.seed / 3 % 6]
        || case when v.seed % 4 = 0 then ' 먹방 mukbang ' else ' ' end
        || (array['street food', 'dance cover', 'city walk', 'cat', 'workout', 'guitar solo'])[1 + v.seed / 7 % 6]
    end || case when v.seed % 100000 = 5 then ' 두루미' else '' end
      || ' #' || substr(md5(v.video_id), 1, 3) || v.seed,
    15 + v.seed % 46,
    v.first_active + v.seed % 86400 * interval '1 second'
  from large_data.videos v
  join channels c on c.channel_id = v.channel_id;

  foreach definition in array definitions loop
    execute definition;
  end loop;
end $$;
