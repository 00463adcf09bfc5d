-- Tracks in three scripts, and claims of all videos by their owners. The first track is used by a tenth of the videos.

create function large_data.fill_catalog() returns void
language plpgsql as $$
begin
  insert into tracks (isrc, name, artist, category, aliases, shopping, created_at)
  select 'KRB' || lpad((n % 50)::text, 2, '0') || lpad((n / 1000 % 100)::text, 2, '0') || lpad(n::text, 5, '0'),
    case n % 3
      when 0 then (array['여름', '오후', '달빛', '바다', '고백', '편지', '첫눈', '골목'])[1 + n / 3 % 8] || ' '
        || (array['산책', '이야기', '노래', '기억', '약속', '춤', '꿈'])[1 + n / 24 % 7] || ' ' || n
      when 1 then (array['月亮', '晴天', '海邊', '夏天', '信', '回憶'])[1 + n / 3 % 6]
        || (array['之歌', '的夢', '約定', '散步', '故事'])[1 + n / 18 % 5] || n
      else (array['Summer', 'Midnight', 'First', 'Paper', 'Golden', 'Quiet'])[1 + n / 3 % 6] || ' '
        || (array['Rain', 'Letters', 'Street', 'Harbor', 'Dance', 'Window'])[1 + n / 18 % 6] || ' ' || n
    end,
    (array['하루기타', '이음', 'Monotone', 'T-ARA', '周杰倫', 'Neon Street', '서랍', 'The Dots'])[1 + n / 5 % 8]
      || case when n % 2 = 0 then ' ' || n % 997 else '' end,
    (array['BGM', 'song', 'OST'])[1 + n / 7 % 3],
    case when n % 2 = 0 then 'Alias of ' || substr(md5('alias ' || n), 1, 8) || E'\n別名' || n else '' end,
    n % 11 = 0,
    '2026-01-01'::timestamptz + n / 500 * interval '1 day'
  from large_data.settings s
  cross join generate_series(1, s.tracks - 1) n;
  insert into tracks (isrc, name, artist, category) values ('KRMIM2600001', '두루미의 노래', '두루미', 'song');

  insert into track_moods (track_id, mood_id)
  select t.id, m.id
  from tracks t
  join (select id, row_number() over (order by id) as at, count(*) over () as moods from moods) m
    on m.at - 1 in (t.id % m.moods, (t.id * 7 + 3) % m.moods);

  with loads as (
    insert into report_loads (report_type, owner, day, create_time, file_name, sha256, state)
    select 'claims', o.owner, s.last_day, s.last_day + interval '1 day', 'claims.csv', md5('claims' || o.owner), 'current'
    from large_data.settings s
    cross join (select distinct owner from large_data.networks) o
    returning id, owner, day
  )
  insert into report_current (report_type, owner, day, load_id)
  select 'claims', owner, day, id
  from loads;
  insert into claims (load_id, claim_id, claim_status, channel_id, video_id, asset_id, asset_title, artist, isrc,
    is_shorts_eligible)
  select r.load_id, 'claim' || v.n, 'ACTIVE', v.channel_id, v.video_id, 'A' || v.n, 'title', 'artist', t.isrc, true
  from (select row_number() over (order by channel_id, video_id) as n, channel_id, video_id, owner from large_data.videos) v
  join report_current r on r.report_type = 'claims'
    and r.owner = v.owner
  cross join large_data.settings s
  join (select row_number() over (order by id) as n, isrc from tracks) t
    on t.n = case when v.n % 10 = 0 then 1 else 1 + v.n * 7919 % s.tracks end
  order by v.n;
  update report_loads l
  set row_count = (select count(*) from claims c where c.load_id = l.id)
  where l.report_type = 'claims';
end $$;
