-- Upgrades a database of the first edition (its migrations 0001_core to 0012_notices) to the schema of 0001_baseline.sql.
-- Keeps every row. Functions, views and triggers are dropped here and created again by ../functions.

drop view network_spans, whole_days, active_claims, unread_notices;
drop index videos_search;
drop function
  tell_change(), tell_channels(), tell_assignments(), note_music_change(), follow_music_changes(), key_of_mood()
  cascade;
drop function
  place_musics(), rank_musics(), popular_place(integer, integer),
  build_video_list(text, bigint, jsonb), build_channel_list(text, bigint, jsonb), build_music_list(text, bigint),
  swap_list(text, text, bigint), sweep_lists(), ensure_month(date),
  search_terms(text), search_patterns(text), search_words(text), search_grams(text), music_form(text), search_form(text),
  price_of(bigint, bigint), net_of_fee(bigint, integer), amount(bigint, text, bigint),
  terms_between(integer, date, date), krw_micros_on(date), rates_between(date, date), network_currency(integer);

alter table accounts
  drop constraint accounts_check,
  drop constraint accounts_permission_flag_check,
  alter column permission_flag drop default,
  alter column permission_flag type boolean using permission_flag = 1;
alter table accounts alter column permission_flag set default false;
alter table accounts rename column permission_flag to is_manager;
alter table accounts add constraint accounts_manager_network check (not is_manager or network_id = id);
alter table accounts rename constraint accounts_check1 to accounts_identity;
alter table sites rename column is_playist to is_playlist;
alter table exchange_rates rename constraint exchange_rates_krw_micros_check to exchange_rates_krw_micros_positive;
alter table exchange_rates rename constraint exchange_rates_krw_micros_check1 to exchange_rates_krw_micros_bound;

alter table seen_requests rename column seen_at to used_at;
alter table audit rename column made_at to created_at;
alter table partner_keys rename column made_at to created_at;
alter table youtube_quota rename column used_up to is_exhausted;
alter table videos rename column said_on to reported_on;
alter table videos rename column said_at to reported_at;
alter table report_state rename column only_row to is_singleton;
alter table report_state rename column week_to to ranked_until;
alter table mood_tags rename column tracks to track_count;
alter table music_moods rename column music_id to track_id;
alter table music_moods rename column mood_tag_id to mood_id;
alter table weekly_musics rename column music_id to track_id;
alter table weekly_musics rename column last_rank to previous_rank;
alter table favourites rename column music_id to track_id;
alter table favourites rename column place to position;
alter table music_places rename column music_id to track_id;
alter table music_places rename column popular to by_popularity;
alter table music_places rename column newest to by_recency;
alter table music_places rename column name to by_name;
alter table music_places rename column sought to search_text;

-- Renames tables, published lists and whatever is named after a table or column.
do $$
declare
  rule record;
  item record;
begin
  for rule in
    select *
    from (
      values
        ('^seen_requests(?=_|$)', 'used_request_ids'),
        ('^attempts(?=_|$)', 'rate_limit_windows'),
        ('^audit(?!_log)(?=_|$)', 'audit_log'),
        ('^contacts(?=_|$)', 'payment_info'),
        ('^musics(?=_|$)', 'tracks'),
        ('^mood_tags(?=_|$)', 'moods'),
        ('^music_moods_tag$', 'track_moods_mood'),
        ('^music_moods(?=_|$)', 'track_moods'),
        ('^weekly_musics(?=_|$)', 'weekly_track_ranks'),
        ('^music_places(_fresh)?(?=_|$)', 'track_order'),
        ('^music_changes(?=_|$)', 'track_changes'),
        ('^music_period(?=_|$)', 'track_period'),
        ('^favourites_music$', 'favorites_track'),
        ('^favourites(?=_|$)', 'favorites'),
        ('^(favorites|favorites_account_id)_place_', '\1_position_'),
        ('^report_state_only_row_', 'report_state_is_singleton_'),
        ('_music_id_', '_track_id_'),
        ('_mood_tag_id_', '_mood_id_')
    ) as rules (pattern, replacement)
  loop
    for item in
      select relname as name,
        case relkind when 'S' then 'sequence' when 'i' then 'index' when 'I' then 'index' else 'table' end as kind
      from pg_class
      where relnamespace = current_schema()::regnamespace
        and relkind in ('r', 'p', 'i', 'I', 'S')
        and relname ~ rule.pattern
    loop
      execute format('alter %s %I rename to %I', item.kind, item.name,
        regexp_replace(item.name, rule.pattern, rule.replacement));
    end loop;
    for item in
      select conname as name, conrelid::regclass as relation
      from pg_constraint
      where connamespace = current_schema()::regnamespace
        and coninhcount = 0
        and conname ~ rule.pattern
    loop
      execute format('alter table %s rename constraint %I to %I', item.relation, item.name,
        regexp_replace(item.name, rule.pattern, rule.replacement));
    end loop;
  end loop;

  -- their generated names differ between installations
  for item in
    select indexrelid::regclass as name
    from pg_index
    where indrelid = 'track_order'::regclass
  loop
    execute format('drop index %s', item.name);
  end loop;
end $$;
create index track_order_by_popularity on track_order (by_popularity);
create index track_order_by_recency on track_order (by_recency);
create index track_order_by_name on track_order (by_name);
