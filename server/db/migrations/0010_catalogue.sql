-- The catalogue of tracks: what an import says of them, tracks that were taken out, moods with keys.

alter table tracks
  -- to be had here only
  add column exclusive boolean not null default false,
  -- may be used in videos that sell
  add column shopping boolean not null default false,
  add column length_seconds integer check (length_seconds > 0),
  -- a sound to listen to, below the API's base
  add column audio text,
  -- other names, a line each: searched, not shown
  add column aliases text not null default '',
  add column updated_at timestamptz not null default now(),
  -- taken out: not listed and not ranked, still named where a video uses it
  add column withdrawn_at timestamptz,
  -- taken out because a catalogue did not have it: the next one that has it brings it back
  add column withdrawn_as_missing boolean not null default false;
update tracks set updated_at = created_at;

alter table moods add column key text;

create temporary table seeds (key text, ko text, en text, cn text, tw text);
insert into seeds (key, ko, en, cn, tw) values
  ('calm', '잔잔한', 'Calm', '舒缓', '舒緩'),
  ('upbeat', '신나는', 'Upbeat', '欢快', '輕快'),
  ('romantic', '설레는', 'Romantic', '心动', '心動'),
  ('wistful', '쓸쓸한', 'Wistful', '感伤', '惆悵'),
  ('tense', '긴장되는', 'Tense', '紧张', '緊張'),
  ('warm', '따뜻한', 'Warm', '温暖', '溫暖'),
  ('refreshing', '청량한', 'Refreshing', '清爽', '清新'),
  ('cute', '귀여운', 'Cute', '可爱', '可愛'),
  ('playful', '장난스러운', 'Playful', '俏皮', '俏皮'),
  ('dreamy', '몽환적인', 'Dreamy', '梦幻', '夢幻'),
  ('powerful', '강렬한', 'Powerful', '强劲', '強烈'),
  ('epic', '웅장한', 'Epic', '恢弘', '磅礴'),
  ('mysterious', '신비로운', 'Mysterious', '神秘', '神祕'),
  ('dark', '어두운', 'Dark', '阴暗', '陰暗'),
  ('nostalgic', '그리운', 'Nostalgic', '怀旧', '懷舊'),
  ('stylish', '세련된', 'Stylish', '时尚', '時尚');

-- Moods that are there already keep their names; one that has a name of these takes its key.
update moods m
set key = s.key
from seeds s
where m.id = (select min(id) from moods same where same.name ->> 'en' = s.en);
update moods set key = 'mood-' || id where key is null;
insert into moods (key, name)
select s.key, jsonb_build_object('ko', s.ko, 'en', s.en, 'zh-CN', s.cn, 'zh-TW', s.tw)
from seeds s
where not exists (select from moods m where m.key = s.key);
drop table seeds;

-- A row that is inserted without a key has one all the same.
create function default_mood_key() returns trigger language plpgsql as $$
begin
  new.key := coalesce(new.key, 'mood-' || new.id);
  return new;
end $$;
create trigger default_mood_key before insert on moods for each row execute function default_mood_key();
alter table moods
  alter column key set not null,
  add unique (key);

create index track_moods_mood on track_moods (mood_id);

create trigger notify_change after insert or update or delete or truncate on moods
  for each statement execute function notify_change('figures');
create trigger notify_change after insert or update or delete or truncate on track_moods
  for each statement execute function notify_change('figures');
