-- Text search in names and titles: an index of character n-grams finds candidates, LIKE confirms them.

-- Normal form for comparisons: ignores case, width and ligatures.
create or replace function normalize_search(words text) returns text
language sql immutable strict parallel safe
return lower(normalize(words, nfkc));

-- The same for tracks, without hyphens of any kind: a part of an ISRC is found however it is written.
create or replace function normalize_track_search(words text) returns text
language sql immutable strict parallel safe
return translate(normalize_search(words), U&'-\00AD\2010\2011\2012\2013\2014\2015\2212', '');

-- All unigrams and bigrams of a normalized text, except those with a space. A loop is fifty times faster than a query.
create or replace function search_grams(form text) returns text[]
language plpgsql immutable strict parallel safe as $$
declare
  grams text[] := '{}';
  previous text := ' ';
  letter text;
begin
  foreach letter in array string_to_array(form, null) loop
    if letter <> ' ' then
      grams := grams || letter;
      if previous <> ' ' then grams := grams || (previous || letter); end if;
    end if;
    previous := letter;
  end loop;
  return grams;
end $$;

create or replace function split_search_words(query text) returns text[]
language sql immutable strict parallel safe
return array(select word from regexp_split_to_table(normalize_search(query), '\s+') word where word <> '');

-- The grams that a match must contain. Words of two or more characters contribute bigrams only: these are rarer.
create or replace function search_query_grams(query text) returns text[]
language sql immutable strict parallel safe
return array(
  select distinct gram
  from unnest(split_search_words(query)) word
  cross join unnest(search_grams(word)) gram
  where char_length(gram) = least(char_length(word), 2)
);

-- A LIKE pattern per word, with % and _ escaped.
create or replace function search_like_patterns(query text) returns text[]
language sql immutable strict parallel safe
return array(
  select '%' || regexp_replace(word, '([\\%_])', '\\\1', 'g') || '%'
  from unnest(split_search_words(query)) word
);

-- Stores the results of both functions: after a change of either, a migration must reindex it.
create index if not exists videos_search on videos using gin (search_grams(normalize_search(title)));
