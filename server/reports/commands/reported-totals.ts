import * as z from 'zod/mini'
import type { DayRange } from '#contract/reports/reports.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { Integer } from '#server/platform/db/rows.ts'
import { empty, type Sql, sql } from '#server/platform/db/sql.ts'

export const totalGroupings = ['day', 'channel', 'video'] as const
export type TotalGrouping = (typeof totalGroupings)[number]

const Totals = z.object({
  premium_revenue_micros: Integer,
  premium_views: Integer,
  revenue_micros: Integer,
  views: Integer,
})
/** Revenue in millionths of a US dollar. */
export type Totals = z.output<typeof Totals>

const KeyedTotals = z.extend(Totals, { key: z.string() })

const keys: Record<TotalGrouping, Sql> = {
  day: sql`f.day::text`,
  channel: sql`f.channel_id`,
  video: sql`f.video_id`,
}

/** Covers all owners, including unregistered channels. Grouping by video omits facts about a channel itself. */
export async function selectTotals(
  db: Queryable,
  grouping: TotalGrouping,
  range: DayRange | null = null,
): Promise<Record<string, Totals>> {
  const key = keys[grouping]
  const andInRange = range ? sql`and f.day between ${range.from} and ${range.to}` : empty
  const rows = await db.query(
    KeyedTotals,
    sql`select key,
      sum(views)::bigint as views,
      sum(premium_views)::bigint as premium_views,
      sum(revenue_micros)::bigint as revenue_micros,
      sum(premium_revenue_micros)::bigint as premium_revenue_micros
    from (
      select ${key} as key, f.views, f.premium_views, 0 as revenue_micros, 0 as premium_revenue_micros
      from report_current c
      join activity_facts f on f.load_id = c.load_id
        and f.day = c.day
      where c.report_type = 'activity'
        ${andInRange}
      union all
      select ${key}, 0, 0, f.revenue_micros, f.premium_revenue_micros
      from report_current c
      join revenue_facts f on f.load_id = c.load_id
        and f.day = c.day
      where c.report_type = 'revenue'
        ${andInRange}
    ) facts
    where key <> ''
    group by key`,
  )
  const sorted = rows.sort((a, b) => (a.key < b.key ? -1 : 1))
  return Object.fromEntries(
    sorted.map(({ key, premium_revenue_micros, premium_views, revenue_micros, views }) => [
      key,
      { premium_revenue_micros, premium_views, revenue_micros, views },
    ]),
  )
}
