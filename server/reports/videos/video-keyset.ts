import * as z from 'zod/mini'
import type { ListedPeriod } from '#contract/reports/reports.ts'
import type { VideoListQuery, VideoRow, VideoSort } from '#contract/reports/videos.ts'
import type { Queryable, QueryOptions } from '#server/platform/db/database.ts'
import { CountRow, queryOne } from '#server/platform/db/rows.ts'
import { integer, type Sql, sql } from '#server/platform/db/sql.ts'
import type { ListSnapshot } from '#server/reports/figures/list-snapshot.ts'
import { andInScope, type Scope } from '#server/reports/figures/scope.ts'
import type { CursorKey } from '#server/reports/paging/cursor.ts'
import {
  findPlannedLimit,
  KeysetPosition,
  type KeysetSlice,
  positionColumns,
  readAfterPosition,
  type SortColumn,
  type Sorting,
} from '#server/reports/paging/keyset.ts'
import { extractVideoId } from '#server/reports/paging/video-id.ts'
import { createVideoList, inVideoList } from './video-list.ts'
import { liveFigures, selectVideoRows } from './video-rows.ts'

/** Video id and channel id: two channels can report the same video. */
export const videoKeyLength = 2

/**
 * Hybrid search: frequent words fill a page while walking the sorted list, rare ones use the search index.
 * A later step runs if the previous one suggests that it fills the page, or at least `titles` titles match.
 */
const searchSteps = [
  { rows: 500, titles: 0 },
  { rows: 20_000, titles: 2_000 },
  { rows: 80_000, titles: 20_000 },
]

/** Up to this many rows in a scope's channels, a search filters them all and then sorts. */
const maxScannedRows = 20_000

interface VideoSortColumn extends SortColumn {
  /** The materialized list has an index for it. Without one, all rows are sorted: few people ask for these. */
  isIndexed: boolean
}

const sortColumns: Record<VideoSort, VideoSortColumn> = {
  date: { column: sql`p.published_at`, type: sql`timestamptz`, isNullable: true, isIndexed: true },
  views: { column: sql`p.views`, type: sql`bigint`, isNullable: false, isIndexed: true },
  profit: { column: sql`p.profit`, type: sql`bigint`, isNullable: false, isIndexed: true },
  price: { column: sql`p.price`, type: sql`bigint`, isNullable: true, isIndexed: true },
  premiumViews: { column: sql`p.premium_views`, type: sql`bigint`, isNullable: false, isIndexed: false },
  premiumProfit: { column: sql`p.premium_profit`, type: sql`bigint`, isNullable: false, isIndexed: false },
  premiumRate: {
    column: sql`price_per_million(p.premium_views, p.views)`,
    type: sql`bigint`,
    isNullable: true,
    isIndexed: false,
  },
  premiumPrice: {
    column: sql`price_per_million(p.premium_profit, p.premium_views)`,
    type: sql`bigint`,
    isNullable: true,
    isIndexed: false,
  },
}
const idColumns = [sql`p.video_id`, sql`p.channel_id`]

const getSorting = ({ sort, order }: VideoListQuery): Sorting => ({
  ...sortColumns[sort],
  idColumns,
  order,
})

export async function selectVideoPosition(
  db: Queryable,
  scope: Scope,
  query: VideoListQuery,
  snapshot: ListSnapshot,
  [videoId = '', channelId = '']: CursorKey,
): Promise<KeysetPosition | null> {
  const [position] = await db.query(
    KeysetPosition,
    sql`select ${positionColumns(getSorting(query))}
    from ${createVideoList(scope, query.sort, snapshot)} p
    where ${inVideoList(scope, snapshot)}
      and p.video_id = ${videoId}
      and p.channel_id = ${channelId}`,
  )
  return position ?? null
}

/** Uses one statement, except for searches. `count`: at most. */
export async function selectVideosAfter(
  db: Queryable,
  scope: Scope,
  query: VideoListQuery,
  snapshot: ListSnapshot,
  after: KeysetPosition | null,
  count: number,
): Promise<VideoRow[]> {
  const sorting = getSorting(query)
  const list: VideoList = {
    db,
    sorting,
    source: createVideoList(scope, query.sort, snapshot),
    rows: inVideoList(scope, snapshot),
    figures: liveFigures(snapshot, sql`p`),
    isPlannable:
      snapshot.listed !== null &&
      sortColumns[query.sort].isIndexed &&
      scope.feeAccountId === null &&
      (scope.channelIds?.length ?? 1) === 1,
    readPage: (page, { orderBy }, limit, options) =>
      selectVideoRows(db, scope, snapshot, {
        page,
        orderBy: orderBy(pageSorting),
        limit,
        ...options,
      }),
  }
  const search = query.search?.trim() ?? ''
  if (!search) return readAfterPosition(sorting, after, count, (...slice) => readList(list, ...slice))
  const videoId = await selectListedVideoId(db, list, search)
  if (videoId !== null)
    return readAfterPosition(sorting, after, count, (...slice) => readVideo(list, ...slice, videoId))
  const isScanned = !sortColumns[query.sort].isIndexed || (await canScan(db, scope, snapshot))
  const readMatches = isScanned ? scanMatches : searchMatches
  return readAfterPosition(sorting, after, count, (...slice) => readMatches(list, ...slice, search))
}

interface VideoList {
  db: Queryable
  sorting: Sorting
  source: Sql
  rows: Sql
  /** Supplements `pageColumns`. */
  figures: Sql
  /** The same plan is the best one for all networks, and for all channels. */
  isPlannable: boolean
  /** `page`: a query for `pageColumns`. */
  readPage(page: Sql, slice: KeysetSlice, limit: number, options?: QueryOptions): Promise<VideoRow[]>
}

const pageColumns = ({ column }: Sorting): Sql => sql`p.video_id, p.channel_id, ${column} as sort_value`
const pageSorting = { column: sql`page.sort_value`, idColumns: [sql`page.video_id`, sql`page.channel_id`] }

function readList(
  { sorting, source, rows, figures, isPlannable, readPage }: VideoList,
  slice: KeysetSlice,
  limit: number,
): Promise<VideoRow[]> {
  const plannedLimit = isPlannable ? findPlannedLimit(limit) : undefined
  const page = sql`select ${pageColumns(sorting)}${figures}
    from ${source} p
    where ${rows}
      and ${slice.condition}
    ${slice.orderBy()}
    limit ${plannedLimit === undefined ? limit : integer(plannedLimit)}`
  return readPage(page, slice, limit, { plan: plannedLimit === undefined ? 'custom' : 'generic' })
}

const readVideo = (list: VideoList, slice: KeysetSlice, limit: number, videoId: string) =>
  readList(list, { ...slice, condition: sql`${slice.condition} and p.video_id = ${videoId}` }, limit)

async function searchMatches(
  list: VideoList,
  slice: KeysetSlice,
  limit: number,
  search: string,
): Promise<VideoRow[]> {
  let estimatedRows = 0
  for (const { rows, titles } of searchSteps) {
    if (estimatedRows > rows && !(await hasManyMatches(list.db, search, titles))) break
    const found = await walkMatches(list, slice, limit, search, rows)
    if (found.length === limit || !(await hasRowsAfter(list, slice, rows))) return found
    // Safety factor of four: matches are not evenly distributed.
    estimatedRows = (4 * rows * limit) / found.length
  }
  return findIndexedMatches(list, slice, limit, search)
}

const walkMatches = (
  { sorting, source, rows, readPage }: VideoList,
  slice: KeysetSlice,
  limit: number,
  search: string,
  walkedRows: number,
) =>
  readPage(
    sql`select ${pageColumns(sorting)}
    from (
      select p.video_id, p.channel_id, ${sorting.column}, p.title
      from ${source} p
      where ${rows}
        and ${slice.condition}
      ${slice.orderBy()}
      limit ${walkedRows}
    ) p
    where p.title like all (search_like_patterns(${search}))
    ${slice.orderBy()}
    limit ${limit}`,
    slice,
    limit,
  )

const ListedRow = z.object({ videoId: z.string() })

async function hasRowsAfter(
  { db, source, rows }: VideoList,
  { condition }: KeysetSlice,
  rowCount: number,
): Promise<boolean> {
  const found = await db.query(
    ListedRow,
    sql`select p.video_id as "videoId"
    from ${source} p
    where ${rows}
      and ${condition}
    offset ${rowCount}
    limit 1`,
  )
  return found.length > 0
}

/** `offset 0` is an optimization fence: filter first, then sort. */
const scanMatches = (
  { sorting, source, rows, figures, readPage }: VideoList,
  slice: KeysetSlice,
  limit: number,
  search: string,
) =>
  readPage(
    sql`select ${pageColumns(sorting)}${figures}
    from (
      select *
      from ${source} p
      where ${rows}
        and ${slice.condition}
      offset 0
    ) p
    where p.title like all (search_like_patterns(${search}))
    ${slice.orderBy()}
    limit ${limit}`,
    slice,
    limit,
  )

/** Candidates come from the gram index on titles; the list rows are then checked for all words. */
const findIndexedMatches = (
  { sorting, source, rows, readPage }: VideoList,
  slice: KeysetSlice,
  limit: number,
  search: string,
) =>
  readPage(
    sql`with found as materialized (
      select channel_id, video_id
      from videos
      where search_grams(normalize_search(title)) @> search_query_grams(${search})
    )
    select ${pageColumns(sorting)}
    from found f
    join ${source} p on p.channel_id = f.channel_id
      and p.video_id = f.video_id
      and p.title like all (search_like_patterns(${search}))
    where ${rows}
      and ${slice.condition}
    ${slice.orderBy()}
    limit ${limit}`,
    slice,
    limit,
  )

/** The video that the search names by id or link, if the list has it. */
export async function selectListedVideoId(
  db: Queryable,
  { source, rows }: Pick<VideoList, 'source' | 'rows'>,
  search: string,
): Promise<string | null> {
  const id = extractVideoId(search)
  if (id === null) return null
  const [found] = await db.query(
    ListedRow,
    sql`select p.video_id as "videoId"
    from ${source} p
    where ${rows}
      and p.video_id = ${id}
    limit 1`,
  )
  return found ? id : null
}

/** A list that is summed live is read in whole anyway. */
const canScan = async (db: Queryable, scope: Scope, { listed }: ListSnapshot): Promise<boolean> =>
  listed === null || (scope.channelIds !== null && (await countVideos(db, scope, listed)) <= maxScannedRows)

async function countVideos(db: Queryable, scope: Scope, period: ListedPeriod): Promise<number> {
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
