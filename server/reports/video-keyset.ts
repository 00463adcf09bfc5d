import type { Period, SortOrder, VideoSort } from '#contract/reports.ts'
import type { Queryable } from '#server/db/database.ts'
import type { Scope } from '#server/figures/scope.ts'
import type { CursorKey } from './cursor.ts'
import {
  type KeysetPart,
  type KeysetPosition,
  orderedQuery,
  readPositionsAfter,
  type SortColumn,
} from './keyset.ts'
import { extractVideoId } from './video-id.ts'

export interface VideoListQuery {
  period: Period
  sort: VideoSort
  order: SortOrder
  search?: string | undefined
}

/** How many ids name a row: the video's and the channel's, for two channels may report one video. */
export const videoKeyLength = 2

/**
 * How far a search goes along the sorted list before it starts from the words instead, step by step: a step is taken where
 * the one before found enough for the page to be filled by it, or at least so many titles have the words. Common words
 * fill a page on the way, rare ones are found at once by their index.
 */
const searchSteps = [
  { rows: 500, titles: 0 },
  { rows: 20_000, titles: 2_000 },
  { rows: 80_000, titles: 20_000 },
]

/** How many rows of some channels are all looked at by a search, before they are sorted. */
const maxScannedRows = 20_000

const sortColumns: Record<VideoSort, SortColumn> = {
  date: { column: 'published_at', type: 'timestamptz', nullable: true },
  views: { column: 'views', type: 'bigint', nullable: false },
  profit: { column: 'profit', type: 'bigint', nullable: false },
  price: { column: 'price', type: 'bigint', nullable: true },
}

/** Where a row stands now; null when it is no longer in the list. */
export async function selectVideoPosition(
  db: Queryable,
  { networkId, channelIds }: Scope,
  { period, sort, order }: VideoListQuery,
  key: CursorKey,
): Promise<KeysetPosition | null> {
  const [position] = await db.query<KeysetPosition>(orderedQuery(positionQuery, sortColumns[sort], order), [
    period,
    networkId,
    channelIds,
    key,
  ])
  return position ?? null
}

/** The next places of a list, or of what a search leaves of it. */
export async function selectVideoPositions(
  db: Queryable,
  scope: Scope,
  query: VideoListQuery,
  after: KeysetPosition | null,
  count: number,
): Promise<KeysetPosition[]> {
  const { period, sort, order } = query
  const column = sortColumns[sort]
  const base = [period, scope.networkId, scope.channelIds]
  const select = (template: string, start: KeysetPosition | null, limit: number, ...extraValues: unknown[]) =>
    db.query<KeysetPosition>(orderedQuery(template, column, order), [
      ...base,
      start?.key ?? null,
      start?.ids ?? null,
      limit,
      ...extraValues,
    ])
  const search = query.search?.trim() ?? ''
  if (!search)
    return readPositionsAfter((part, ...at) => select(listQueries[part], ...at), column, after, count)
  const id = await selectListedVideoId(db, base, search)
  if (id !== null)
    return readPositionsAfter((part, ...at) => select(videoQueries[part], ...at, id), column, after, count)
  const canScan = scope.channelIds !== null && (await countVideos(db, base)) <= maxScannedRows
  const read = async (part: KeysetPart, start: KeysetPosition | null, limit: number) => {
    if (canScan) return select(scanQueries[part], start, limit, search)
    const runQuery: RunQuery = (templates, rowLimit, ...more) =>
      select(templates[part], start, rowLimit, ...more)
    return searchPositions(db, runQuery, search, limit)
  }
  return readPositionsAfter(read, column, after, count)
}

type RunQuery = (
  templates: Record<KeysetPart, string>,
  limit: number,
  ...more: unknown[]
) => Promise<KeysetPosition[]>

/** Some places that have the words: by a walk where it gets to the page's or the list's end, else from the words. */
async function searchPositions(
  db: Queryable,
  runQuery: RunQuery,
  search: string,
  limit: number,
): Promise<KeysetPosition[]> {
  let estimatedRows = 0
  for (const { rows, titles } of searchSteps) {
    if (estimatedRows > rows && !(await hasManyMatches(db, search, titles))) break
    const found = await runQuery(walkQueries, limit, search, rows)
    if (found.length === limit || (await runQuery(afterWalkQueries, 1, rows)).length === 0) return found
    // four times as far as it seems, for words are not spread evenly
    estimatedRows = (4 * rows * limit) / found.length
  }
  return runQuery(indexQueries, limit, search)
}

/** The id that was searched for, where it is one of the list's. */
async function selectListedVideoId(
  db: Queryable,
  base: readonly unknown[],
  search: string,
): Promise<string | null> {
  const id = extractVideoId(search)
  if (id === null) return null
  const found = await db.query(
    `select video_id
    from video_period
    where period = $1
      and network_id = $2
      and ($3::text[] is null or channel_id = any($3))
      and video_id = $4
    limit 1`,
    [...base, id],
  )
  return found.length > 0 ? id : null
}

/** How many rows of the list are of these channels, by the list of channels. */
async function countVideos(db: Queryable, base: readonly unknown[]): Promise<number> {
  const [row] = await db.query<{ videos: number }>(
    `select coalesce(sum(shorts), 0)::bigint as videos
    from channel_period
    where period = $1
      and network_id = $2
      and channel_id = any($3)`,
    base,
  )
  return row?.videos ?? 0
}

/** Whether at least so many titles have the words' characters. */
async function hasManyMatches(db: Queryable, search: string, minTitles: number): Promise<boolean> {
  const [row] = await db.query<{ found: number }>(
    `select count(*) as found
    from (
      select
      from videos
      where search_grams(normalize_search(title)) @> search_query_grams($1)
      limit $2
    ) found`,
    [search, minTitles],
  )
  return row?.found === minTitles
}

const positionQuery = `select array[video_id, channel_id] as ids,
    SORTED::text as key
  from video_period
  where period = $1
    and network_id = $2
    and ($3::text[] is null or channel_id = any($3))
    and video_id = ($4::text[])[1]
    and channel_id = ($4::text[])[2]`

const notNullRows = `p.period = $1
    and p.network_id = $2
    and ($3::text[] is null or p.channel_id = any($3))
    and p.SORTED is not null
    and ($4::TYPE is null or (p.SORTED, p.video_id, p.channel_id) BEYOND ($4::TYPE, ($5::text[])[1], ($5::text[])[2]))`
const notNullOrder = 'order by p.SORTED DIRECTION, p.video_id DIRECTION, p.channel_id DIRECTION'

const nullRows = `p.period = $1
    and p.network_id = $2
    and ($3::text[] is null or p.channel_id = any($3))
    and p.SORTED is null
    and $4::text is null
    and ($5::text[] is null or (p.video_id, p.channel_id) > (($5::text[])[1], ($5::text[])[2]))`
const nullOrder = 'order by p.video_id, p.channel_id'

/** One query for the rows with something to sort by, one for those without. */
const buildKeysetQueries = (template: string): Record<KeysetPart, string> => ({
  keyed: template.replaceAll('ROWS', notNullRows).replaceAll('IN_ORDER', notNullOrder),
  rest: template.replaceAll('ROWS', nullRows).replaceAll('IN_ORDER', nullOrder),
})

const listQueries = buildKeysetQueries(
  `select array[p.video_id, p.channel_id] as ids,
    p.SORTED::text as key
  from video_period p
  where ROWS
  IN_ORDER
  limit $6`,
)

const videoQueries = buildKeysetQueries(
  `select array[p.video_id, p.channel_id] as ids,
    p.SORTED::text as key
  from video_period p
  where ROWS
    and p.video_id = $7
  IN_ORDER
  limit $6`,
)

/** The list as it is sorted, as far as it is walked, and of it what has all the words. */
const walkQueries = buildKeysetQueries(
  `select array[p.video_id, p.channel_id] as ids,
    p.SORTED::text as key
  from (
    select p.video_id, p.channel_id, p.SORTED, p.title
    from video_period p
    where ROWS
    IN_ORDER
    limit $8
  ) p
  where p.title like all (search_like_patterns($7))
  IN_ORDER
  limit $6`,
)

/** All rows in question, and of them what has all the words; `offset 0` keeps them from being sorted before that. */
const scanQueries = buildKeysetQueries(
  `select array[p.video_id, p.channel_id] as ids,
    p.SORTED::text as key
  from (
    select p.video_id, p.channel_id, p.SORTED, p.title
    from video_period p
    where ROWS
    offset 0
  ) p
  where p.title like all (search_like_patterns($7))
  IN_ORDER
  limit $6`,
)

/** Whether the list goes on where the walk ended; there are more rows than that then, in whatever order. */
const afterWalkQueries = buildKeysetQueries(
  `select array[p.video_id, p.channel_id] as ids,
    p.SORTED::text as key
  from video_period p
  where ROWS
  offset $7
  limit $6`,
)

/** What has the words' characters, by the index over titles, and of it what is in the list and has all the words. */
const indexQueries = buildKeysetQueries(
  `with found as materialized (
    select channel_id, video_id
    from videos
    where search_grams(normalize_search(title)) @> search_query_grams($7)
  )
  select array[p.video_id, p.channel_id] as ids,
    p.SORTED::text as key
  from found f
  join video_period p on p.channel_id = f.channel_id
    and p.video_id = f.video_id
    and p.title like all (search_like_patterns($7))
  where ROWS
  IN_ORDER
  limit $6`,
)
