import * as z from 'zod/mini'
import type { Currency } from '#contract/platform/params.ts'
import type { PriceSpread } from '#contract/reports/price-spread.ts'
import type { RequestedTime } from '#contract/reports/reports.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { Count, Integer } from '#server/platform/db/rows.ts'
import { integer, sql } from '#server/platform/db/sql.ts'
import { type ListSnapshot, readList } from '#server/reports/figures/list-snapshot.ts'
import { quartileRanks } from '#server/reports/figures/quartiles.ts'
import type { Scope } from '#server/reports/figures/scope.ts'
import { createVideoList, inVideoList } from './video-list.ts'
import { matchSearch } from './video-search.ts'

interface PriceSpreadQuery extends RequestedTime {
  search?: string | undefined
}

/** Rows of one step; all others are the same in each row, and null without videos that have a price. */
const StepRow = z.object({
  /** Starts at 0; null: videos without views. */
  at: z.nullable(Integer),
  count: Count,
  lastStep: z.nullable(Integer),
  low: z.nullable(Integer),
  median: z.nullable(Integer),
  high: z.nullable(Integer),
  from: z.nullable(Integer),
  step: z.nullable(Integer),
})
type StepRow = z.output<typeof StepRow>

/** The middle 90% of the videos span at most this many steps, or one more because steps are round. */
const maxSteps = 12

/** The smallest: a won, or a cent, per 1,000 views. */
const minStep: Record<Currency, number> = { KRW: 1_000_000, USD: 10_000_000 }

/** Returns the distribution of prices per view of a list of videos. */
export const getPriceSpread = (db: Queryable, scope: Scope, query: PriceSpreadQuery): Promise<PriceSpread> =>
  readList(
    db,
    scope,
    query,
    async (snapshot) => toSpread(await selectSteps(db, scope, snapshot, query.search)),
    {
      withoutViews: 0,
      spread: null,
    },
  )

async function selectSteps(
  db: Queryable,
  scope: Scope,
  snapshot: ListSnapshot,
  search: string | undefined,
): Promise<StepRow[]> {
  const list = { source: createVideoList(scope, 'price', snapshot), rows: inVideoList(scope, snapshot) }
  const ranks = quartileRanks(sql`last`)
  return db.query(
    StepRow,
    sql`with matching as materialized (
      select p.price
      from ${list.source} p
      where ${list.rows}
        and ${await matchSearch(db, list, search)}
    ), ranked as (
      select price,
        row_number() over (order by price) - 1 as rank,
        count(*) over () - 1 as last
      from matching
      where price is not null
    ), marks as (
      select max(price) filter (where rank = ${ranks.low}) as low,
        max(price) filter (where rank = ${ranks.median}) as median,
        max(price) filter (where rank = ${ranks.high}) as high,
        max(price) filter (where rank = last / 20) as lowest,
        max(price) filter (where rank = last - last / 20) as highest
      from ranked
    ), scale as materialized (
      select marks.*,
        step,
        floor(lowest::numeric / step)::bigint as first_step
      from marks
      left join lateral (
        select digit * (${integer(minStep[snapshot.currency])} * power(10::numeric, exponent))::bigint as step
        from generate_series(0, 9) exponents (exponent)
        cross join (values (1), (2), (5)) digits (digit)
        where digit * ${integer(minStep[snapshot.currency])} * power(10::numeric, exponent)
          * ${integer(maxSteps)} >= highest - lowest
        order by step
        limit 1
      ) steps on true
    ), placed as (
      select case
          when price is not null
            then least(greatest(floor(price::numeric / step), first_step), floor(highest::numeric / step))
              - first_step
        end::integer as at,
        (floor(highest::numeric / step) - first_step)::integer as "lastStep",
        low,
        median,
        high,
        first_step * step as "from",
        step
      from matching
      cross join scale
    )
    select *,
      count(*) as count
    from placed
    group by at, "lastStep", low, median, high, "from", step`,
  )
}

function toSpread(rows: readonly StepRow[]): Pick<PriceSpread, 'withoutViews' | 'spread'> {
  const countAt = (at: number | null) => rows.find((row) => row.at === at)?.count ?? 0
  const withoutViews = countAt(null)
  const [first] = rows
  if (!first) return { withoutViews, spread: null }
  const { lastStep, low, median, high, from, step } = first
  if (lastStep === null || low === null || median === null || high === null || from === null || step === null)
    return { withoutViews, spread: null }
  const counts = Array.from({ length: lastStep + 1 }, (_, at) => countAt(at))
  return {
    withoutViews,
    spread: { videos: counts.reduce((sum, count) => sum + count, 0), low, median, high, from, step, counts },
  }
}
