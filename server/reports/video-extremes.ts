import {
  comparableViews,
  extremeVideos,
  type Period,
  pricePerView,
  type SortOrder,
  type VideoExtremes,
  type VideoRow,
} from '#contract/reports.ts'
import type { Queries } from '#server/db/connect.ts'
import { type Listed, readListed } from './listed.ts'
import { inOrder, type Place } from './places.ts'
import type { Scope } from './scope.ts'
import { selectVideoRows } from './video-rows.ts'

const price = { column: 'price', type: 'bigint', nullable: true }

/** The videos with the highest and lowest prices, in the order of the list sorted by price. */
export async function videoExtremes(db: Queries, scope: Scope, period: Period): Promise<VideoExtremes> {
  const read = async (listed: Listed) => {
    const some = await readBoth(db, scope, period, listed, comparableViews)
    return some.highest.length > 0 ? some : readBoth(db, scope, period, listed, 1)
  }
  return readListed(db, scope, period, read, { leastViews: 1, highest: [], lowest: [] })
}

async function readBoth(db: Queries, scope: Scope, period: Period, listed: Listed, leastViews: number) {
  const read = async (order: SortOrder) => {
    const places = await selectExtremes(db, scope, period, order, leastViews)
    const rows = await selectVideoRows(db, scope, listed, period, places)
    return scope.netOnly ? byShownPrice(rows, order) : rows
  }
  return { leastViews, highest: await read('desc'), lowest: await read('asc') }
}

/** Chosen by the gross, as all lists are; in the order of what a member sees of them. */
function byShownPrice(rows: readonly VideoRow[], order: SortOrder): VideoRow[] {
  const priceOf = (row: VideoRow) => pricePerView(row) ?? 0
  return rows.toSorted((a, b) => (order === 'desc' ? priceOf(b) - priceOf(a) : priceOf(a) - priceOf(b)))
}

const extremes = `select array[video_id, channel_id] as ids,
    price::text as key
  from video_period
  where period = $1
    and network_id = $2
    and ($3::text[] is null or channel_id = any($3))
    and views >= $4
    and price is not null
  order by price DIRECTION, video_id DIRECTION, channel_id DIRECTION
  limit $5`

const selectExtremes = (
  db: Queries,
  { networkId, channelIds }: Scope,
  period: Period,
  order: SortOrder,
  leastViews: number,
) =>
  db.query<Place>(inOrder(extremes, price, order), [period, networkId, channelIds, leastViews, extremeVideos])
