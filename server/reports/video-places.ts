import type { Period, SortOrder, VideoSort } from '#contract/reports.ts'
import type { Queries } from '#server/db/connect.ts'
import type { Mark } from './cursor.ts'
import { inOrder, type Part, type Place, placesAfter, type SortedColumn } from './places.ts'
import type { Scope } from './scope.ts'
import { videoIdIn } from './video-search.ts'

export interface VideoOrder {
  period: Period
  sort: VideoSort
  order: SortOrder
  search?: string | undefined
}

/** How many ids name a row: the video's and the channel's, for two channels may report one video. */
export const videoMark = 2

/**
 * How far a search goes along the sorted list, for each row that is wanted, before it starts from the words instead:
 * first a little, and where that finds a tenth of what is wanted, further. Common words fill a page on the way, rare
 * ones are found at once by their index; either way the cost has a bound.
 */
const walkedRows = { first: 20, further: 200 }

const columns: Record<VideoSort, SortedColumn> = {
  date: { column: 'published_at', type: 'timestamptz', nullable: true },
  views: { column: 'views', type: 'bigint', nullable: false },
  profit: { column: 'profit', type: 'bigint', nullable: false },
  price: { column: 'price', type: 'bigint', nullable: true },
}

/** Where a row stands now; null when it is no longer in the list. */
export async function selectVideoPlace(
  db: Queries,
  { networkId, channelIds }: Scope,
  { period, sort, order }: VideoOrder,
  mark: Mark,
): Promise<Place | null> {
  const [place] = await db.query<Place>(inOrder(onePlace, columns[sort], order), [
    period,
    networkId,
    channelIds,
    mark,
  ])
  return place ?? null
}

/** The next places of a list, or of what a search leaves of it. */
export async function selectVideoPlaces(
  db: Queries,
  scope: Scope,
  question: VideoOrder,
  after: Place | null,
  count: number,
): Promise<Place[]> {
  const { period, sort, order } = question
  const column = columns[sort]
  const base = [period, scope.networkId, scope.channelIds]
  const select = (template: string, start: Place | null, limit: number, ...more: unknown[]) =>
    db.query<Place>(inOrder(template, column, order), [
      ...base,
      start?.key ?? null,
      start?.ids ?? null,
      limit,
      ...more,
    ])
  const search = question.search?.trim() ?? ''
  if (!search) return placesAfter((part, ...at) => select(plain[part], ...at), column, after, count)
  const id = await selectListedId(db, base, search)
  if (id !== null) return placesAfter((part, ...at) => select(ofVideo[part], ...at, id), column, after, count)
  const read = async (part: Part, start: Place | null, limit: number) => {
    const walk = (rows: number) => select(walked[part], start, limit, search, rows * limit)
    const found = await walk(walkedRows.first)
    if (found.length === limit) return found
    const [beyond] = await select(skipped[part], start, 1, walkedRows.first * limit)
    if (!beyond) return found
    const further = found.length * 10 < limit ? [] : await walk(walkedRows.further)
    return further.length === limit ? further : select(byTerms[part], start, limit, search)
  }
  return placesAfter(read, column, after, count)
}

/** The id that was searched for, where it is one of the list's. */
async function selectListedId(db: Queries, base: readonly unknown[], search: string): Promise<string | null> {
  const id = videoIdIn(search)
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

const onePlace = `select array[video_id, channel_id] as ids,
    SORTED::text as key
  from video_period
  where period = $1
    and network_id = $2
    and ($3::text[] is null or channel_id = any($3))
    and video_id = ($4::text[])[1]
    and channel_id = ($4::text[])[2]`

const keyedRows = `p.period = $1
    and p.network_id = $2
    and ($3::text[] is null or p.channel_id = any($3))
    and p.SORTED is not null
    and ($4::TYPE is null or (p.SORTED, p.video_id, p.channel_id) BEYOND ($4::TYPE, ($5::text[])[1], ($5::text[])[2]))`
const keyedOrder = 'order by p.SORTED DIRECTION, p.video_id DIRECTION, p.channel_id DIRECTION'

const restRows = `p.period = $1
    and p.network_id = $2
    and ($3::text[] is null or p.channel_id = any($3))
    and p.SORTED is null
    and $4::text is null
    and ($5::text[] is null or (p.video_id, p.channel_id) > (($5::text[])[1], ($5::text[])[2]))`
const restOrder = 'order by p.video_id, p.channel_id'

/** One query for the rows with something to sort by, one for those without. */
const bothParts = (template: string): Record<Part, string> => ({
  keyed: template.replaceAll('ROWS', keyedRows).replaceAll('IN_ORDER', keyedOrder),
  rest: template.replaceAll('ROWS', restRows).replaceAll('IN_ORDER', restOrder),
})

const plain = bothParts(
  `select array[p.video_id, p.channel_id] as ids,
    p.SORTED::text as key
  from video_period p
  where ROWS
  IN_ORDER
  limit $6`,
)

const ofVideo = bothParts(
  `select array[p.video_id, p.channel_id] as ids,
    p.SORTED::text as key
  from video_period p
  where ROWS
    and p.video_id = $7
  IN_ORDER
  limit $6`,
)

/** The list as it is sorted, as far as it is walked, and of it what has all the words. */
const walked = bothParts(
  `select array[p.video_id, p.channel_id] as ids,
    p.SORTED::text as key
  from (
    select p.video_id, p.channel_id, p.SORTED
    from video_period p
    where ROWS
    IN_ORDER
    limit $8
  ) p
  -- one look-up each, in the order of the list, until the page is full: never a pass over all titles
  cross join lateral (
    select title
    from videos
    where channel_id = p.channel_id
      and video_id = p.video_id
    limit 1
  ) v
  where search_form(v.title) like all (search_patterns($7))
  IN_ORDER
  limit $6`,
)

/** Whether the list goes on where the walk ended. */
const skipped = bothParts(
  `select array[p.video_id, p.channel_id] as ids,
    p.SORTED::text as key
  from video_period p
  where ROWS
  IN_ORDER
  offset $7
  limit $6`,
)

/** What has all the words, by the index over titles, and of it what is in the list. */
const byTerms = bothParts(
  `with found as materialized (
    select channel_id, video_id
    from videos
    where search_grams(search_form(title)) @> search_terms($7)
      and search_form(title) like all (search_patterns($7))
  )
  select array[p.video_id, p.channel_id] as ids,
    p.SORTED::text as key
  from found f
  join video_period p on p.channel_id = f.channel_id
    and p.video_id = f.video_id
  where ROWS
  IN_ORDER
  limit $6`,
)
