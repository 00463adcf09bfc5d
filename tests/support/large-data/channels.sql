-- Exchange rates, channels in ten networks of unequal size, and what the members have.

create function large_data.fill_channels() returns void
language plpgsql as $$
begin
  insert into exchange_rates (day, krw_micros)
  select day::date, 1350000000 + n % 90 * 1000000
  from large_data.settings s
  cross join generate_series(s.first_day::timestamp, s.last_day, '1 day') with ordinality as d (day, n);

  insert into large_data.channels (number, channel_id, network_number, owner)
  select n, 'UC' || substr(md5('channel ' || n), 1, 22), w.number, w.owner
  from large_data.settings s
  cross join generate_series(1, s.channels) n
  join (
    select number, owner, sum(share) over (order by number) - share as above, sum(share) over (order by number) as upto
    from large_data.networks
  ) w on n > s.channels * w.above / 100
    and n <= s.channels * w.upto / 100;

  insert into channels (channel_id, network_id, name, category, approval_status, verification_status, verification_code,
    earns_from, approved_at)
  select c.channel_id,
    w.network_id,
    case c.number % 3
      when 0 then (array['여행', '요리', '음악', '일상', '운동'])[1 + c.number % 5] || ' 채널 '
      when 1 then (array['旅行', '料理', '音樂', '日常', '健身'])[1 + c.number % 5] || '頻道 '
      else (array['Travel', 'Kitchen', 'Music', 'Daily', 'Fitness'])[1 + c.number % 5] || ' shorts '
    end || c.number,
    'people', 2, 'verified', 'ABCD1234', s.first_day, s.first_day
  from large_data.channels c
  join large_data.networks w on w.number = c.network_number
  cross join large_data.settings s
  order by c.number;

  insert into assignments (registration_id, account_id)
  select c.registration_id, w.member_id
  from large_data.networks w
  cross join lateral (
    select registration_id
    from channels
    where network_id = w.network_id
    order by registration_id
    limit w.member_channels
  ) c;
  -- The fee changes in the middle of the time.
  insert into fee_rates (account_id, from_day, permille)
  select w.member_id, f.from_day, f.permille
  from large_data.networks w
  cross join large_data.settings s
  cross join lateral (
    values (s.first_day, 200), (s.first_day + (s.last_day - s.first_day) / 2, 175)
  ) f (from_day, permille);
end $$;
