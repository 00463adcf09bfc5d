-- Channels by period beside the videos by period, the search in their names and titles, and money in whole numbers.

-- As before, but without numerics, which take most of the time where a report converts thousands of amounts. Splitting at
-- 1,000 dollars keeps the products of any rate below 9,000 won within a bigint; x / d + x % d * 2 / d is the quotient
-- with halves rounded away from zero.
create or replace function convert_amount(micros bigint, currency text, krw_micros bigint) returns bigint language sql immutable parallel safe as $$
  select case currency
    when 'USD' then micros
    else micros / 1000000000 * krw_micros
      + micros % 1000000000 * krw_micros / 1000000000
      + micros % 1000000000 * krw_micros % 1000000000 * 2 / 1000000000
  end
$$;
alter table exchange_rates add check (krw_micros < 9000000000);

create or replace function net_of_fee(gross bigint, permille integer) returns bigint language sql immutable parallel safe as $$
  select gross - gross / 1000 * permille - gross % 1000 * permille / 1000 - gross % 1000 * permille % 1000 * 2 / 1000
$$;

-- What an amount of each day of a range is counted with: the rate, as in daily_rates, and the fee of an account, the
-- latest set on or before the day; 0 while none was, and for nobody.
create function daily_rates_and_fees(account integer, first date, last date)
returns table (day date, krw_micros bigint, permille integer) language sql stable as $$
  select r.day,
    r.krw_micros,
    coalesce(
      (select f.permille from fee_rates f
        where f.account_id = account and f.from_day <= r.day order by f.from_day desc limit 1),
      0)::integer
  from daily_rates(first, last) r
$$;
drop function fee_permille_on(integer, date);

-- Profit of a million views, by which lists are sorted; null without views.
create function price_per_million(profit bigint, views bigint) returns bigint language sql immutable parallel safe
return case when views > 0 then round(profit::numeric * 1000000 / views)::bigint end;

-- The form in which names and titles are compared: width, ligatures and upper case do not matter.
create function normalize_search(words text) returns text language sql immutable strict parallel safe
return lower(normalize(words, nfkc));

-- Every character of a text in that form and every two beside each other, but for those with a space: what a title is
-- found by. A loop, for it is fifty times faster than a query would be.
create function search_grams(form text) returns text[] language plpgsql immutable strict parallel safe as $$
declare
  grams text[] := '{}';
  before text := ' ';
  here text;
begin
  foreach here in array string_to_array(form, null) loop
    if here <> ' ' then
      grams := grams || here;
      if before <> ' ' then grams := grams || (before || here); end if;
    end if;
    before := here;
  end loop;
  return grams;
end $$;

create function split_search_words(asked text) returns text[] language sql immutable strict parallel safe
return array(select word from regexp_split_to_table(normalize_search(asked), '\s+') word where word <> '');

-- The grams that a title with all these words must have; of a longer word only those of two characters, which are rarer.
create function search_query_grams(asked text) returns text[] language sql immutable strict parallel safe
return array(
  select distinct gram
  from unnest(split_search_words(asked)) word
  cross join unnest(search_grams(word)) gram
  where char_length(gram) = least(char_length(word), 2)
);

-- The words as patterns of `like`, in which % and _ are plain characters.
create function search_like_patterns(asked text) returns text[] language sql immutable strict parallel safe
return array(
  select '%' || regexp_replace(word, '([\\%_])', '\\\1', 'g') || '%'
  from unnest(split_search_words(asked)) word
);

create index videos_search on videos using gin (search_grams(normalize_search(title)));

-- The channels with figures in a period, with amounts in the network's currency; built with video_period.
create table channel_period (
  period text not null,
  network_id integer not null,
  channel_id text not null,
  -- normalize_search of the name at the time of building, to sort and search by; readers are shown the name of now
  name text collate "C" not null,
  views bigint not null,
  premium_views bigint not null,
  profit bigint not null,
  premium_profit bigint not null,
  shorts bigint not null,
  price bigint
) partition by list (period);

-- normalize_search of the title at the time of building: a search walks the list by it.
alter table video_period add column title text;

-- As before, with titles, and an index for the highest and lowest prices.
create or replace function build_video_list(wanted text, revision bigint, spans jsonb) returns void language plpgsql as $$
declare
  fresh text := format('video_period_%s_%s', replace(wanted, '-', '_'), revision);
  first_day date;
  last_day date;
begin
  select min(s.from_day), max(s.to_day) into first_day, last_day
  from jsonb_to_recordset(spans) as s (from_day date, to_day date);
  -- with the check the table becomes a partition without being read through
  execute format('create table %I (like video_period, check (period = %L))', fresh, wanted);
  execute format($build$
    insert into %I (period, network_id, channel_id, video_id, published_at, views, premium_views, profit, premium_profit, price,
      title)
    with wanted as materialized (
      select s.network_id, s.from_day, s.to_day, s.currency
      from jsonb_to_recordset($1) as s (network_id integer, from_day date, to_day date, currency text)
    ), rates as materialized (
      select d::date as day, exchange_rate_on(d::date) as krw_micros
      from generate_series($2::timestamp, $3::timestamp, interval '1 day') d
    ), days as (
      -- a video's day over the reports of all owners, so that its amounts are rounded once
      select w.network_id,
        w.currency,
        v.channel_id,
        v.video_id,
        v.day,
        sum(v.views)::bigint as views,
        sum(v.premium_views)::bigint as premium_views,
        sum(v.revenue_micros)::bigint as revenue_micros,
        sum(v.premium_revenue_micros)::bigint as premium_revenue_micros
      from wanted w
      join channels c on c.network_id = w.network_id
        and c.removed_at is null
        and c.approval_status = 2
        and c.verification_status = 'verified'
      join video_daily v on v.channel_id = c.channel_id
        and v.day between greatest(w.from_day, c.earns_from) and w.to_day
      where v.day between $2 and $3
        and v.video_id <> ''
        and c.earns_from is not null
      group by w.network_id, w.currency, v.channel_id, v.video_id, v.day
    ), figures as (
      select d.network_id,
        d.channel_id,
        d.video_id,
        sum(d.views)::bigint as views,
        sum(d.premium_views)::bigint as premium_views,
        sum(convert_amount(d.revenue_micros, d.currency, rates.krw_micros))::bigint as profit,
        sum(convert_amount(d.premium_revenue_micros, d.currency, rates.krw_micros))::bigint as premium_profit
      from days d
      join rates on rates.day = d.day
      group by d.network_id, d.channel_id, d.video_id
    )
    select $4,
      f.network_id,
      f.channel_id,
      f.video_id,
      m.published_at,
      f.views,
      f.premium_views,
      f.profit,
      f.premium_profit,
      price_per_million(f.profit, f.views),
      normalize_search(m.title)
    from figures f
    left join videos m on m.channel_id = f.channel_id
      and m.video_id = f.video_id
    order by f.network_id, f.channel_id, f.video_id
  $build$, fresh) using spans, first_day, last_day, wanted;
  execute format('create index on %I (network_id, views, video_id)', fresh);
  execute format('create index on %I (network_id, profit, video_id)', fresh);
  execute format('create index on %I (network_id, price, video_id)', fresh);
  execute format('create index on %I (network_id, published_at, video_id)', fresh);
  execute format('create index on %I (network_id, price, video_id) where views >= 1000', fresh);
  execute format('create index on %I (channel_id)', fresh);
  execute format('create unique index on %I (video_id, channel_id)', fresh);
  execute format('analyze %I', fresh);
end $$;

-- Builds the list of channels of a period as channel_period_<period>_<revision>, after that of the videos.
create function build_channel_list(wanted text, revision bigint, spans jsonb) returns void language plpgsql as $$
declare
  suffix text := replace(wanted, '-', '_') || '_' || revision;
  fresh text := 'channel_period_' || suffix;
  sorted text;
begin
  execute format('create table %I (like channel_period, check (period = %L))', fresh, wanted);
  execute format($build$
    insert into %I (period, network_id, channel_id, name, views, premium_views, profit, premium_profit, shorts, price)
    with wanted as materialized (
      select s.network_id, s.from_day, s.to_day, s.currency
      from jsonb_to_recordset($1) as s (network_id integer, from_day date, to_day date, currency text)
    ), rates as materialized (
      select r.day, r.krw_micros
      from (select min(from_day) as first_day, max(to_day) as last_day from wanted) w
      cross join daily_rates(w.first_day, w.last_day) r
    ), figures as (
      select d.network_id,
        d.channel_id,
        sum(d.views)::bigint as views,
        sum(d.premium_views)::bigint as premium_views,
        sum(convert_amount(d.revenue_micros, w.currency, r.krw_micros))::bigint as profit,
        sum(convert_amount(d.premium_revenue_micros, w.currency, r.krw_micros))::bigint as premium_profit
      from wanted w
      join channel_daily d on d.network_id = w.network_id
        and d.day between w.from_day and w.to_day
      join rates r on r.day = d.day
      group by d.network_id, d.channel_id
    ), videos_of as (
      select channel_id, count(*) as shorts
      from %I
      group by channel_id
    )
    select $2,
      f.network_id,
      f.channel_id,
      normalize_search(coalesce(c.name, f.channel_id)),
      f.views,
      f.premium_views,
      f.profit,
      f.premium_profit,
      coalesce(v.shorts, 0),
      price_per_million(f.profit, f.views)
    from figures f
    left join channels c on c.channel_id = f.channel_id
      and c.network_id = f.network_id
      and c.removed_at is null
    left join videos_of v on v.channel_id = f.channel_id
    order by f.network_id, f.channel_id
  $build$, fresh, 'video_period_' || suffix) using spans, wanted;
  foreach sorted in array array['name', 'views', 'profit', 'shorts', 'price'] loop
    execute format('create index on %I (network_id, %I, channel_id)', fresh, sorted);
  end loop;
  execute format('create unique index on %I (channel_id)', fresh);
  execute format('analyze %I', fresh);
end $$;

drop function swap_video_list(text, bigint);
drop function sweep_video_lists();

-- Puts the list of a revision in the place of the one in use; `parent` is video_period or channel_period.
create function publish_list(parent text, wanted text, revision bigint) returns void language plpgsql as $$
declare
  list text := format('%s_%s_', parent, replace(wanted, '-', '_'));
  used text;
begin
  for used in
    select c.relname
    from pg_inherits i
    join pg_class c on c.oid = i.inhrelid
    where i.inhparent = parent::regclass
      and starts_with(c.relname, list)
  loop
    execute format('drop table %I', used);
  end loop;
  execute format('alter table %I attach partition %I for values in (%L)', parent, list || revision, wanted);
end $$;

-- Drops lists that were being built when their process ended.
create function drop_orphaned_lists() returns void language plpgsql as $$
declare
  leftover text;
begin
  for leftover in
    select c.relname
    from pg_class parent
    join pg_class c on c.relnamespace = parent.relnamespace
      and starts_with(c.relname, parent.relname || '_')
    where parent.oid in ('video_period'::regclass, 'channel_period'::regclass)
      and c.relkind = 'r'
      and not c.relispartition
  loop
    execute format('drop table %I', leftover);
  end loop;
end $$;

-- Figures that are there already: their lists count as old, so that the next start builds the new ones.
update report_state set data_revision = data_revision + 1 where data_revision > 0;
