-- Public pages below /guides that a site has of its own, and those of the product that it does not show.

create table site_pages (
  site_id integer not null references sites (id),
  -- below /guides: that of a page of the product, which it replaces, or another one
  slug text not null check (slug ~ '^[a-z0-9/-]{1,80}$'),
  locale text not null check (locale in ('ko', 'en', 'zh-CN', 'zh-TW')),
  title text not null,
  -- in lists
  short text not null,
  description text not null,
  lead text,
  -- Markdown
  body text not null,
  changed_at timestamptz not null,
  primary key (site_id, slug, locale)
);

create table hidden_pages (
  site_id integer not null references sites (id),
  slug text not null,
  primary key (site_id, slug)
);
