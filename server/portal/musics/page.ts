import * as z from 'zod/mini'
import type { MusicSort } from '#contract/portal/musics.ts'
import type { MusicCategory } from '#contract/reports/tracks.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { Count, Id, queryOne } from '#server/platform/db/rows.ts'
import { type Sql, sql } from '#server/platform/db/sql.ts'
import { parseSearchTerm } from './search-term.ts'

interface MusicFilter {
  search: string
  category?: MusicCategory | undefined
  mood?: number | undefined
  shopping?: '1' | undefined
}

/** Sorts that are the same for everyone, so that each track has a position. */
type PositionSort = Exclude<MusicSort, 'earned'>

export interface MusicPageQuery extends MusicFilter {
  sort: PositionSort
  page: number
  size: number
}

const MusicPage = z.object({ total: Count, ids: z.array(Id) })
export type MusicPage = z.infer<typeof MusicPage>

/** Up to this offset the index scan of an unfiltered page is faster. */
const maxScannedOffset = 2_000

const positionColumns: Record<PositionSort, Sql> = {
  popular: sql`by_popularity`,
  newest: sql`by_recency`,
  name: sql`by_name`,
}

export function selectMusicPage(db: Queryable, query: MusicPageQuery): Promise<MusicPage> {
  const { category, mood, shopping, page, size } = query
  const search = parseSearchTerm(query.search)
  const isUnfiltered = search === '' && category === undefined && mood === undefined && shopping === undefined
  return queryOne(
    db,
    MusicPage,
    isUnfiltered && page * size < maxScannedOffset
      ? createUnfilteredPage(query)
      : createFilteredPage(query, createFilter(query, search)),
  )
}

/** `earned`: a query of `track_id` and `profit`. Other tracks come after these, in the popular order. */
export const selectEarnedPage = (
  db: Queryable,
  { page, size, ...filter }: Omit<MusicPageQuery, 'sort'>,
  earned: Sql,
): Promise<MusicPage> =>
  queryOne(
    db,
    MusicPage,
    sql`with earned as materialized (
      ${earned}
    ), matches as materialized (
      select p.track_id,
        p.by_popularity,
        e.profit
      from track_order p
      left join earned e on e.track_id = p.track_id
      where ${createFilter(filter, parseSearchTerm(filter.search))}
    )
    select (select count(*) from matches) as total,
      array(
        select track_id
        from matches
        order by profit desc nulls last, by_popularity
        offset ${page * size}
        limit ${size}
      ) as ids`,
  )

const createUnfilteredPage = ({ sort, page, size }: MusicPageQuery): Sql =>
  sql`select coalesce(max(by_recency), 0) as total,
    array(
      select track_id
      from track_order
      order by ${positionColumns[sort]}
      offset ${page * size}
      limit ${size}
    ) as ids
  from track_order`

const createFilter = ({ category, mood, shopping }: MusicFilter, search: string): Sql =>
  sql`(${category ?? null}::text is null or p.category = ${category ?? null}::text)
    and (${mood ?? null}::integer is null or ${mood ?? null}::integer = any(p.moods))
    and (${shopping !== '1'}::boolean or p.shopping)
    and p.search_text like all (search_like_patterns(normalize_track_search(${search})))`

/**
 * Counts matches per block of 128 positions in one scan, then reads only the page's blocks, however deep.
 * `offset 0` keeps the planner from merging the block scan into the outer query.
 */
function createFilteredPage({ sort, page, size }: MusicPageQuery, filter: Sql): Sql {
  const column = positionColumns[sort]
  const offset = page * size
  return sql`with block_counts as materialized (
    select p.${column} >> 7 as block,
      count(*)::integer as tracks
    from track_order p
    where ${filter}
    group by 1
  ), running_totals as (
    select block,
      tracks,
      sum(tracks) over (order by block)::integer as through
    from block_counts
  ), requested_blocks as materialized (
    select block,
      through - tracks as before
    from running_totals
    where through > ${offset}::integer
      and through - tracks < ${offset}::integer + ${size}::integer
  )
  select coalesce((select sum(tracks) from block_counts), 0)::integer as total,
    array(
      select candidates.track_id
      from requested_blocks b
      cross join lateral (
        select p.track_id,
          p.${column} as position
        from track_order p
        where p.${column} between b.block << 7 and (b.block << 7) + 127
          and ${filter}
        offset 0
      ) candidates
      order by candidates.position
      offset (select greatest(${offset}::integer - min(before), 0) from requested_blocks)
      limit ${size}
    ) as ids`
}
