import type { Queryable } from '#server/db/database.ts'

export const totalGroupings = ['day', 'channel', 'video'] as const
export type TotalGrouping = (typeof totalGroupings)[number]

/** Sums of what was reported, amounts in millionths of a US dollar. */
export interface Totals {
  premium_revenue_micros: number
  premium_views: number
  revenue_micros: number
  views: number
}

/**
 * What the current loads say, of all owners, whoever has registered the channels; in the order of the keys. Lines
 * about a channel itself count for days and channels, and are no videos.
 */
export async function selectTotals(db: Queryable, grouping: TotalGrouping): Promise<Record<string, Totals>> {
  const rows = await db.query<Totals & { key: string }>(
    `select key,
      sum(views)::bigint as views,
      sum(premium_views)::bigint as premium_views,
      sum(revenue_micros)::bigint as revenue_micros,
      sum(premium_revenue_micros)::bigint as premium_revenue_micros
    from (
      select case $1 when 'day' then f.day::text when 'channel' then f.channel_id else f.video_id end as key,
        f.views, f.premium_views, 0 as revenue_micros, 0 as premium_revenue_micros
      from report_current c
      join activity_facts f on f.load_id = c.load_id
        and f.day = c.day
      where c.report_type = 'activity'
      union all
      select case $1 when 'day' then f.day::text when 'channel' then f.channel_id else f.video_id end,
        0, 0, f.revenue_micros, f.premium_revenue_micros
      from report_current c
      join revenue_facts f on f.load_id = c.load_id
        and f.day = c.day
      where c.report_type = 'revenue'
    ) facts
    where key <> ''
    group by key`,
    [grouping],
  )
  const sorted = rows.sort((a, b) => (a.key < b.key ? -1 : 1))
  return Object.fromEntries(
    sorted.map(({ key, premium_revenue_micros, premium_views, revenue_micros, views }) => [
      key,
      { premium_revenue_micros, premium_views, revenue_micros, views },
    ]),
  )
}
