import * as z from 'zod/mini'
import type { Period, SortOrder, VideoSort } from '#contract/reports.ts'
import type { Queryable } from '#server/db/database.ts'
import { CountRow, queryOne } from '#server/db/rows.ts'
import { type Sql, sql } from '#server/db/sql.ts'
import { andInScope, type Scope } from '#server/figures/scope.ts'
import type { CursorKey } from './cursor.ts'
import {
  KeysetPosition,
  type KeysetSlice,
  positionColumns,
  readAfterPosition,
  type SortColumn,
  type Sorting,
} from './keyset.ts'
import { extractVideoId } from './video-id.ts'

export interface VideoListQuery {
  period: Period
  sort: VideoSort
  order: SortOrder
  search?: string | undefined
}

/** The number of ids of a row: the video's and the channel's, because two channels can report one video. */
export const videoKeyLength = 2

/**
 * Steps of a search along the sorted list before it switches to the search index. The first step always runs; a later
 * one runs when the step before suggests that it fills the page, or at least `titles` titles match. Frequent words fill a
 * page on the way, rare ones are found by the index.
 */
const searchSteps = [
  { rows: 500, titles: 0 },
  { rows: 20_000, titles: 2_000 },
  { rows: 80_000, titles: 20_000 },
]

/** Up to this number of rows of a scope's channels, a search filters all of them and then sorts. */
const maxScannedRows = 20_000

const sortColumns: Record<VideoSort, SortColumn> = {
  date: { column: sql`p.published_at`, type: sql`timestamptz`, isNullable: true },
  views: { column: sql`p.views`, type: sql`bigint`, isNullable: false },
  profit: { column: sql`p.profit`, type: sql`bigint`, isNullable: false },
  price: { column: sql`p.price`, type: sql`bigint`, isNullable: true },
}
const idColumns = [sql`p.video_id`, sql`p.channel_id`]

const getSorting = ({ sort, order }: VideoListQuery): Sorting => ({
  ...sortColumns[sort],
  idColumns,
  order,
})

/** The condition for the rows of `video_period p` in a scope. */
export const inVideoList = (scope: Scope, period: Period): Sql =>
  sql`p.period = ${period}
    and p.network_id = ${scope.networkId}
    ${andInScope(sql`p.channel_id`, scope)}`

/** The current position of a row; null when it is no longer in the list. */
export async function selectVideoPosition(
  db: Queryable,
  scope: Scope,
  query: VideoListQuery,
  [videoId = '', channelId = '']: CursorKey,
): Promise<KeysetPosition | null> {
  const [position] = await db.query(
    KeysetPosition,
    sql`select ${positionColumns(getSorting(query))}
    from video_period p
    where ${inVideoList(scope, query.period)}
      and p.video_id = ${videoId}
      and p.channel_id = ${channelId}`,
  )
  return position ?? null
}

/** The next positions of a list, or of the videos in it that match a search. */
export async function selectVideoPositions(
  db: Queryable,
  scope: Scope,
  query: VideoListQuery,
  after: KeysetPosition | null,
  count: number,
): Promise<KeysetPosition[]> {
  const sorting = getSorting(query)
  const list: VideoList = { db, sorting, rows: inVideoList(scope, query.period) }
  const search = query.search?.trim() ?? ''
  if (!search) return readAfterPosition(sorting, after, count, (...slice) => readList(list, ...slice))
  const videoId = await selectListedVideoId(list, search)
  if (videoId !== null)
    return readAfterPosition(sorting, after, count, (...slice) => readVideo(list, ...slice, videoId))
  const canScan = scope.channelIds !== null && (await countVideos(db, scope, query.period)) <= maxScannedRows
  const readMatches = canScan ? scanMatches : searchMatches
  return readAfterPosition(sorting, after, count, (...slice) => readMatches(list, ...slice, search))
}

interface VideoList {
  db: Queryable
  sorting: Sorting
  /** The condition for the rows of the list. */
  rows: Sql
}

const readList = ({ db, sorting, rows }: VideoList, { condition, orderBy }: KeysetSlice, limit: number) =>
  db.query(
    KeysetPosition,
    sql`select ${positionColumns(sorting)}
    from video_period p
    where ${rows}
      and ${condition}
    ${orderBy}
    limit ${limit}`,
  )

const readVideo = (list: VideoList, { condition, orderBy }: KeysetSlice, limit: number, videoId: string) =>
  readList(list, { condition: sql`${condition} and p.video_id = ${videoId}`, orderBy }, limit)

/** Finds matches along the sorted list, as long as they are frequent enough, otherwise by the search index. */
async function searchMatches(
  list: VideoList,
  slice: KeysetSlice,
  limit: number,
  search: string,
): Promise<KeysetPosition[]> {
  let estimatedRows = 0
  for (const { rows, titles } of searchSteps) {
    if (estimatedRows > rows && !(await hasManyMatches(list.db, search, titles))) break
    const found = await walkMatches(list, slice, limit, search, rows)
    if (found.length === limit || !(await hasRowsAfter(list, slice, rows))) return found
    // With a margin of four, because words are not distributed evenly.
    estimatedRows = (4 * rows * limit) / found.length
  }
  return findIndexedMatches(list, slice, limit, search)
}

/** The matches among the next `walkedRows` rows of the sorted list. */
const walkMatches = (
  { db, sorting, rows }: VideoList,
  { condition, orderBy }: KeysetSlice,
  limit: number,
  search: string,
  walkedRows: number,
) =>
  db.query(
    KeysetPosition,
    sql`select ${positionColumns(sorting)}
    from (
      select p.video_id, p.channel_id, ${sorting.column}, p.title
      from video_period p
      where ${rows}
        and ${condition}
      ${orderBy}
      limit ${walkedRows}
    ) p
    where p.title like all (search_like_patterns(${search}))
    ${orderBy}
    limit ${limit}`,
  )

const ListedRow = z.object({ videoId: z.string() })

/** Whether the list continues after some rows. */
async function hasRowsAfter(
  { db, rows }: VideoList,
  { condition }: KeysetSlice,
  rowCount: number,
): Promise<boolean> {
  const found = await db.query(
    ListedRow,
    sql`select p.video_id as "videoId"
    from video_period p
    where ${rows}
      and ${condition}
    offset ${rowCount}
    limit 1`,
  )
  return found.length > 0
}

/** Filters all rows of the scope, then sorts the matches; `offset 0` prevents the reverse order. */
const scanMatches = (
  { db, sorting, rows }: VideoList,
  { condition, orderBy }: KeysetSlice,
  limit: number,
  search: string,
) =>
  db.query(
    KeysetPosition,
    sql`select ${positionColumns(sorting)}
    from (
      select p.video_id, p.channel_id, ${sorting.column}, p.title
      from video_period p
      where ${rows}
        and ${condition}
      offset 0
    ) p
    where p.title like all (search_like_patterns(${search}))
    ${orderBy}
    limit ${limit}`,
  )

/** Finds the candidates by the gram index over titles, then those in the list that match all words. */
const findIndexedMatches = (
  { db, sorting, rows }: VideoList,
  { condition, orderBy }: KeysetSlice,
  limit: number,
  search: string,
) =>
  db.query(
    KeysetPosition,
    sql`with found as materialized (
      select channel_id, video_id
      from videos
      where search_grams(normalize_search(title)) @> search_query_grams(${search})
    )
    select ${positionColumns(sorting)}
    from found f
    join video_period p on p.channel_id = f.channel_id
      and p.video_id = f.video_id
      and p.title like all (search_like_patterns(${search}))
    where ${rows}
      and ${condition}
    ${orderBy}
    limit ${limit}`,
  )

/** The video id in a search for an id or a YouTube link, if the list has that video. */
async function selectListedVideoId({ db, rows }: VideoList, search: string): Promise<string | null> {
  const id = extractVideoId(search)
  if (id === null) return null
  const [found] = await db.query(
    ListedRow,
    sql`select p.video_id as "videoId"
    from video_period p
    where ${rows}
      and p.video_id = ${id}
    limit 1`,
  )
  return found ? id : null
}

/** The number of rows of the scope's channels, from the channel list. */
async function countVideos(db: Queryable, scope: Scope, period: Period): Promise<number> {
  const { count } = await queryOne(
    db,
    CountRow,
    sql`select coalesce(sum(shorts), 0)::bigint as count
    from channel_period
    where period = ${period}
      and network_id = ${scope.networkId}
      ${andInScope(sql`channel_id`, scope)}`,
  )
  return count
}

/** Whether at least `minTitles` titles have the grams of the search. */
async function hasManyMatches(db: Queryable, search: string, minTitles: number): Promise<boolean> {
  const { count } = await queryOne(
    db,
    CountRow,
    sql`select count(*) as count
    from (
      select
      from videos
      where search_grams(normalize_search(title)) @> search_query_grams(${search})
      limit ${minTitles}
    ) found`,
  )
  return count === minTitles
}
