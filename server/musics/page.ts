import type { MusicCategory, MusicSort } from '#contract/musics.ts'
import type { Queryable } from '#server/db/database.ts'
import { parseSearchTerm } from './search-term.ts'

export interface MusicPageQuery {
  search: string
  category?: MusicCategory | undefined
  mood?: number | undefined
  shopping?: '1' | undefined
  sort: MusicSort
  page: number
  size: number
}

interface MusicPage {
  total: number
  /** The tracks of the page, in order. */
  ids: number[]
}

/** How far into the whole list its rows are passed over one by one. */
const maxScannedOffset = 2_000

/** How many tracks there are that a question is about, and which are on its page. */
export async function selectMusicPage(db: Queryable, query: MusicPageQuery): Promise<MusicPage> {
  const { category = null, mood = null, shopping, sort, page, size } = query
  const search = parseSearchTerm(query.search)
  const isUnfiltered = search === '' && category === null && mood === null && shopping === undefined
  const window = [page * size, size]
  const [result] = await (isUnfiltered && page * size < maxScannedOffset
    ? db.query<MusicPage>(unfilteredPageSql[sort], window)
    : db.query<MusicPage>(filteredPageSql[sort], [...window, search, category, mood, shopping === '1']))
  return result ?? { total: 0, ids: [] }
}

/** A statement for each order, by the column that holds its positions. */
const buildSqlPerSort = (template: string): Record<MusicSort, string> => ({
  popular: template.replaceAll('PLACE', 'by_popularity'),
  newest: template.replaceAll('PLACE', 'by_recency'),
  name: template.replaceAll('PLACE', 'by_name'),
})

const unfilteredPageSql = buildSqlPerSort(
  `select coalesce(max(by_recency), 0) as total,
    array(
      select track_id
      from track_order
      order by PLACE
      offset $1
      limit $2
    ) as ids
  from track_order`,
)

const filterSql = `($4::text is null or p.category = $4)
    and ($5::integer is null or $5 = any(p.moods))
    and (not $6::boolean or p.shopping)
    and p.search_text like all (search_like_patterns(normalize_track_search($3)))`

/**
 * One walk through all tracks counts the found ones in each 128 neighbours, so that of the order only those neighbours
 * are looked at again that the page comes from, however far back it is; `offset 0` keeps them from being looked for
 * among all.
 */
const filteredPageSql = buildSqlPerSort(
  `with counted as materialized (
    select p.PLACE >> 7 as block,
      count(*)::integer as tracks
    from track_order p
    where CHOSEN
    group by p.PLACE >> 7
  ), passed as (
    select block,
      tracks,
      sum(tracks) over (order by block)::integer as through
    from counted
  ), wanted as materialized (
    select block,
      through - tracks as before
    from passed
    where through > $1::integer
      and through - tracks < $1::integer + $2::integer
  )
  select coalesce((select sum(tracks) from counted), 0)::integer as total,
    array(
      select near.track_id
      from wanted w
      cross join lateral (
        select p.track_id,
          p.PLACE as position
        from track_order p
        where p.PLACE between w.block << 7 and (w.block << 7) + 127
          and CHOSEN
        offset 0
      ) near
      order by near.position
      offset (select greatest($1::integer - min(before), 0) from wanted)
      limit $2
    ) as ids`.replaceAll('CHOSEN', filterSql),
)
