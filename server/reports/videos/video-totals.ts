import * as z from 'zod/mini'
import type { RequestedTime } from '#contract/reports/reports.ts'
import type { VideoTotals } from '#contract/reports/videos.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { Integer, queryOne } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { type ListSnapshot, readList } from '#server/reports/figures/list-snapshot.ts'
import type { Scope } from '#server/reports/figures/scope.ts'
import {
  applyVisibility,
  GrossAndNet,
  sumGrossAndNet,
  sumVisibleFigures,
} from '#server/reports/figures/visibility.ts'
import { createFigureList, inVideoList } from './video-list.ts'
import { matchSearch } from './video-search.ts'

interface VideoTotalsQuery extends RequestedTime {
  search?: string | undefined
}

const TotalsRow = z.extend(GrossAndNet, { total: Integer })

/**
 * Counts the rows of a list and sums them. It reads all of them, so it is apart from the list, whose first page is
 * fast.
 */
export function getVideoTotals(db: Queryable, scope: Scope, query: VideoTotalsQuery): Promise<VideoTotals> {
  const read = async (snapshot: ListSnapshot) => {
    const list = { source: createFigureList(scope, snapshot), rows: inVideoList(scope, snapshot) }
    const { total, ...sums } = await queryOne(
      db,
      TotalsRow,
      sql`select count(*) as total,
      ${sumGrossAndNet(sql`p`)}
    from ${list.source} p
    where ${list.rows}
      and ${await matchSearch(db, list, query.search)}`,
    )
    return { total, totals: applyVisibility(scope, sums) }
  }
  return readList(db, scope, query, read, { total: 0, totals: sumVisibleFigures(scope, []) })
}
