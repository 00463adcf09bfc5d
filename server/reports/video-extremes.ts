import {
  extremeVideoCount,
  minComparableViews,
  type Period,
  pricePerView,
  type SortOrder,
  type VideoExtremes,
  type VideoRow,
} from '#contract/reports.ts'
import type { Queryable } from '#server/db/database.ts'
import { type ListSnapshot, readListSnapshot } from '#server/figures/list-snapshot.ts'
import type { Scope } from '#server/figures/scope.ts'
import { type KeysetPosition, orderedQuery } from './keyset.ts'
import { selectVideoRows } from './video-rows.ts'

const priceColumn = { column: 'price', type: 'bigint', nullable: true }

/** The videos with the highest and lowest prices, in the order of the list sorted by price. */
export async function getVideoExtremes(db: Queryable, scope: Scope, period: Period): Promise<VideoExtremes> {
  const read = async (snapshot: ListSnapshot) => {
    const comparable = await readExtremes(db, scope, period, snapshot, minComparableViews)
    return comparable.highest.length > 0 ? comparable : readExtremes(db, scope, period, snapshot, 1)
  }
  return readListSnapshot(db, scope, period, read, { minViews: 1, highest: [], lowest: [] })
}

async function readExtremes(
  db: Queryable,
  scope: Scope,
  period: Period,
  snapshot: ListSnapshot,
  minViews: number,
) {
  const read = async (order: SortOrder) => {
    const positions = await selectExtremePositions(db, scope, period, order, minViews)
    const rows = await selectVideoRows(db, scope, snapshot, period, positions)
    return scope.netOnly ? sortByVisiblePrice(rows, order) : rows
  }
  return { minViews: minViews, highest: await read('desc'), lowest: await read('asc') }
}

/** Chosen by the gross, as all lists are; in the order of what a member sees of them. */
function sortByVisiblePrice(rows: readonly VideoRow[], order: SortOrder): VideoRow[] {
  const getPrice = (row: VideoRow) => pricePerView(row) ?? 0
  return rows.toSorted((a, b) => (order === 'desc' ? getPrice(b) - getPrice(a) : getPrice(a) - getPrice(b)))
}

const extremesQuery = `select array[video_id, channel_id] as ids,
    price::text as key
  from video_period
  where period = $1
    and network_id = $2
    and ($3::text[] is null or channel_id = any($3))
    and views >= $4
    and price is not null
  order by price DIRECTION, video_id DIRECTION, channel_id DIRECTION
  limit $5`

const selectExtremePositions = (
  db: Queryable,
  { networkId, channelIds }: Scope,
  period: Period,
  order: SortOrder,
  minViews: number,
) =>
  db.query<KeysetPosition>(orderedQuery(extremesQuery, priceColumn, order), [
    period,
    networkId,
    channelIds,
    minViews,
    extremeVideoCount,
  ])
