-- An account's own names for channels, which nobody else sees: a filter of its reports (decision 0082).
create table channel_tags (
  id integer generated always as identity primary key,
  account_id integer not null references accounts (id) on delete cascade,
  name text not null check (char_length(name) between 1 and 40),
  -- the name in lower case
  name_key text not null,
  -- grows with each change of its channels, so that the row changes as well
  revision integer not null default 1,
  constraint channel_tags_name unique (account_id, name_key),
  constraint channel_tags_account unique (account_id, id)
);

create table tagged_channels (
  account_id integer not null,
  tag_id integer not null,
  registration_id integer not null references channels (registration_id) on delete cascade,
  primary key (account_id, tag_id, registration_id),
  foreign key (account_id, tag_id) references channel_tags (account_id, id) on delete cascade
);
create index tagged_channels_registration on tagged_channels (registration_id, account_id);
