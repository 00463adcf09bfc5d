import type { Period, SortOrder } from '#contract/reports.ts'
import { extremeVideoCount, minComparableViews, type VideoExtremes } from '#contract/videos.ts'
import type { Queryable } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'
import { type ListSnapshot, readListSnapshot } from '#server/figures/list-snapshot.ts'
import type { Scope } from '#server/figures/scope.ts'
import { KeysetPosition } from './keyset.ts'
import { createVideoList, inVideoList } from './video-list.ts'
import { selectVideoRows } from './video-rows.ts'

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
    const positions = await selectExtremePositions(db, scope, period, snapshot, order, minViews)
    return selectVideoRows(db, scope, snapshot, period, positions)
  }
  return { minViews, highest: await read('desc'), lowest: await read('asc') }
}

function selectExtremePositions(
  db: Queryable,
  scope: Scope,
  period: Period,
  snapshot: ListSnapshot,
  order: SortOrder,
  minViews: number,
): Promise<KeysetPosition[]> {
  const direction = order === 'desc' ? sql`desc` : sql`asc`
  return db.query(
    KeysetPosition,
    sql`select array[p.video_id, p.channel_id] as ids,
      p.price::text as "sortKey"
    from ${createVideoList(scope, period, 'price', snapshot)} p
    where ${inVideoList(scope, period)}
      and p.views >= ${minViews}
      and p.price is not null
    order by p.price ${direction}, p.video_id ${direction}, p.channel_id ${direction}
    limit ${extremeVideoCount}`,
  )
}
