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
 * How far a search goes along the sorted list before it starts from the words instead, step by step: a step is taken where
 * the one before found enough for the page to be filled by it, or at least so many titles have the words. Common words
 * fill a page on the way, rare ones are found at once by their index.
 */
const steps = [
  { rows: 500, titles: 0 },
  { rows: 20_000, titles: 2_000 },
  { rows: 80_000, titles: 20_000 },
]

/** How many rows of some channels are all looked at by a search, before they are sorted. */
const searchedWhole = 20_000

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
  const whole = scope.channelIds !== null && (await countVideos(db, base)) <= searchedWhole
  const read = async (part: Part, start: Place | null, limit: number) => {
    if (whole) return select(looked[part], start, limit, search)
    const ask: Ask = (templates, wanted, ...more) => select(templates[part], start, wanted, ...more)
    return selectFound(db, ask, search, limit)
  }
  return placesAfter(read, column, after, count)
}

type Ask = (templates: Record<Part, string>, limit: number, ...more: unknown[]) => Promise<Place[]>

/** Some places that have the words: by a walk where it gets to the page's or the list's end, else from the words. */
async function selectFound(db: Queries, ask: Ask, search: string, limit: number): Promise<Place[]> {
  let filled = 0
  for (const { rows, titles } of steps) {
    if (filled > rows && !(await haveWords(db, search, titles))) break
    const found = await ask(walked, limit, search, rows)
    if (found.length === limit || (await ask(skipped, 1, rows)).length === 0) return found
    // four times as far as it seems, for words are not spread evenly
    filled = (4 * rows * limit) / found.length
  }
  return ask(byTerms, limit, search)
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

/** How many rows of the list are of these channels, by the list of channels. */
async function countVideos(db: Queries, base: readonly unknown[]): Promise<number> {
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
async function haveWords(db: Queries, search: string, titles: number): Promise<boolean> {
  const [row] = await db.query<{ found: number }>(
    `select count(*) as found
    from (
      select
      from videos
      where search_grams(search_form(title)) @> search_terms($1)
      limit $2
    ) found`,
    [search, titles],
  )
  return row?.found === titles
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
    select p.video_id, p.channel_id, p.SORTED, p.title
    from video_period p
    where ROWS
    IN_ORDER
    limit $8
  ) p
  where p.title like all (search_patterns($7))
  IN_ORDER
  limit $6`,
)

/** All rows in question, and of them what has all the words; `offset 0` keeps them from being sorted before that. */
const looked = bothParts(
  `select array[p.video_id, p.channel_id] as ids,
    p.SORTED::text as key
  from (
    select p.video_id, p.channel_id, p.SORTED, p.title
    from video_period p
    where ROWS
    offset 0
  ) p
  where p.title like all (search_patterns($7))
  IN_ORDER
  limit $6`,
)

/** Whether the list goes on where the walk ended; there are more rows than that then, in whatever order. */
const skipped = bothParts(
  `select array[p.video_id, p.channel_id] as ids,
    p.SORTED::text as key
  from video_period p
  where ROWS
  offset $7
  limit $6`,
)

/** What has the words' characters, by the index over titles, and of it what is in the list and has all the words. */
const byTerms = bothParts(
  `with found as materialized (
    select channel_id, video_id
    from videos
    where search_grams(search_form(title)) @> search_terms($7)
  )
  select array[p.video_id, p.channel_id] as ids,
    p.SORTED::text as key
  from found f
  join video_period p on p.channel_id = f.channel_id
    and p.video_id = f.video_id
    and p.title like all (search_patterns($7))
  where ROWS
  IN_ORDER
  limit $6`,
)
