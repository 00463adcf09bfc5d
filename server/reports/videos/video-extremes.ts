import type { RequestedTime, SortOrder } from '#contract/reports/reports.ts'
import { extremeVideoCount, minComparableViews, type VideoExtremes } from '#contract/reports/videos.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { integer, type Sql, sql } from '#server/platform/db/sql.ts'
import { type ListSnapshot, readList } from '#server/reports/figures/list-snapshot.ts'
import type { Scope } from '#server/reports/figures/scope.ts'
import { createVideoList, inVideoList } from './video-list.ts'
import { liveFigures, selectVideoRows } from './video-rows.ts'

export async function getVideoExtremes(
  db: Queryable,
  scope: Scope,
  time: RequestedTime,
): Promise<VideoExtremes> {
  const read = async (snapshot: ListSnapshot) => {
    const comparable = await readExtremes(db, scope, snapshot, minComparableViews)
    return comparable.highest.length > 0 ? comparable : readExtremes(db, scope, snapshot, 1)
  }
  return readList(db, scope, time, read, { minViews: 1, highest: [], lowest: [] })
}

/** Uses one statement: both are the ends of one list, so both are equally long. */
async function readExtremes(db: Queryable, scope: Scope, snapshot: ListSnapshot, minViews: number) {
  const isLive = scope.netOnly || snapshot.listed === null
  const videos = await selectVideoRows(db, scope, snapshot, {
    page: sql`with comparable as ${isLive ? sql`materialized` : sql`not materialized`} (
        select p.video_id, p.channel_id, p.price${liveFigures(snapshot, sql`p`)}
        from ${createVideoList(scope, 'price', snapshot)} p
        where ${inVideoList(scope, snapshot)}
          and p.views >= ${minViews}
          and p.price is not null
      )
      (${selectEnd(snapshot, 'desc')})
      union all
      (${selectEnd(snapshot, 'asc')})`,
    orderBy: sql`order by page.is_lowest, page.position`,
    limit: 2 * extremeVideoCount,
  })
  const count = videos.length / 2
  return { minViews, highest: videos.slice(0, count), lowest: videos.slice(count) }
}

function selectEnd(snapshot: ListSnapshot, order: SortOrder): Sql {
  const direction = order === 'desc' ? sql`desc` : sql`asc`
  const orderBy = sql`order by price ${direction}, video_id ${direction}, channel_id ${direction}`
  return sql`select video_id,
      channel_id,
      ${order === 'asc'} as is_lowest,
      row_number() over (${orderBy}) as position${liveFigures(snapshot, sql`ends`)}
    from (
      select *
      from comparable
      ${orderBy}
      limit ${integer(extremeVideoCount)}
    ) ends`
}
