-- What a site shows on its home page instead of what its design has. Texts are by language; {}: none.
create table site_homes (
  site_id integer primary key references sites (id),
  -- lines, separated by line breaks
  headline jsonb not null default '{}',
  lead jsonb not null default '{}',
  action_label jsonb not null default '{}',
  action_href jsonb not null default '{}',
  picture_alt jsonb not null default '{}',
  logo_alt jsonb not null default '{}',
  -- names of computed facts, or objects with the texts value and label; null: those that every site shows
  facts jsonb,
  -- false: neither its own picture nor the design's
  has_picture boolean not null default true
);

-- Files of the media store, below the API's base.
create table site_images (
  site_id integer not null references sites (id),
  kind text not null check (kind in ('logo', 'logo-dark', 'favicon', 'picture', 'share')),
  -- '': for all languages
  locale text not null default '' check (locale = '' or kind = 'share' and locale in ('ko', 'en', 'zh-CN', 'zh-TW')),
  -- of a picture and a favicon, the beginning that their files share
  path text not null,
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  -- the widths that each format of a picture has
  widths integer[] not null default '{}',
  -- the point of a picture that stays visible when it is cropped, in percent from the left and the top
  focus_x integer not null default 50 check (focus_x between 0 and 100),
  focus_y integer not null default 50 check (focus_y between 0 and 100),
  primary key (site_id, kind, locale)
);

-- Views of the videos with tracks in the week that ends with ranked_until; null: none.
alter table report_state add column ranked_views bigint;
update report_state
set ranked_views = (
  select sum(d.views)::bigint
  from track_daily d
  join tracks m on m.isrc = d.isrc
    and m.withdrawn_at is null
  where d.day > ranked_until - 7
);
