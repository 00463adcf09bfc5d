import { LRUCache } from 'lru-cache'
import * as z from 'zod/mini'
import type { ComputedFact, HomeFact } from '#contract/portal/site-home.ts'
import { addDays } from '#contract/reports/calendar.ts'
import type { DayRange } from '#contract/reports/reports.ts'
import type { Site } from '#server/platform/auth/sites.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { Count, CountRow, Day, queryOne } from '#server/platform/db/rows.ts'
import { type Sql, sql } from '#server/platform/db/sql.ts'

const CatalogFigures = z.object({
  tracks: Count,
  /** The last day and the views of the popular tracks' week; null: no day is complete. */
  to: z.nullable(Day),
  views: z.nullable(Count),
})

/** @returns the facts that have a value: never a zero */
export async function computeFacts(
  db: Queryable,
  site: Pick<Site, 'id'>,
  kinds: readonly ComputedFact[],
): Promise<ReadonlyMap<ComputedFact, HomeFact>> {
  const { tracks, to, views } = await queryOne(
    db,
    CatalogFigures,
    sql`select ranked_until as to,
      ranked_views as views,
      (select coalesce(max(by_recency), 0) from track_order) as tracks
    from report_state`,
  )
  const facts = new Map<ComputedFact, HomeFact>()
  const add = (kind: Exclude<ComputedFact, 'counted_to'>, value: number) => {
    if (value > 0) facts.set(kind, { kind, value })
  }
  add('tracks', tracks)
  if (to === null) return facts
  facts.set('counted_to', { kind: 'counted_to', value: to })
  add('week_views', views ?? 0)
  const week = { from: addDays(to, -6), to }
  for (const kind of ['channels', 'countries'] as const)
    if (kinds.includes(kind)) add(kind, await countOfWeek(db, { kind, siteId: site.id, week, views }))
  return facts
}

interface WeekCount {
  kind: 'channels' | 'countries'
  siteId: number
  week: DayRange
  /** Tells a corrected week from the one before. */
  views: number | null
}

const maxWeekCounts = 4_000
const weekCounts = new WeakMap<Queryable, LRUCache<string, number, WeekCount>>()

/** Once for each published week, in all languages: it reads the rows of all channels of the site. */
async function countOfWeek(db: Queryable, count: WeekCount): Promise<number> {
  const cache =
    weekCounts.get(db) ??
    new LRUCache<string, number, WeekCount>({
      max: maxWeekCounts,
      fetchMethod: async (_key, _stale, { context: { kind, siteId, week } }) =>
        (await queryOne(db, CountRow, countOfSite[kind](siteId, week))).count,
    })
  weekCounts.set(db, cache)
  return (await cache.fetch(JSON.stringify(count), { context: count })) ?? 0
}

const networksOf = (siteId: number): Sql =>
  sql`select network_id from accounts where site_id = ${siteId} and id = network_id`

/** Counts the site's networks only: what others earn and where is none of its visitors' business. */
const countOfSite: Record<WeekCount['kind'], (siteId: number, week: DayRange) => Sql> = {
  channels: (siteId, { from, to }) =>
    sql`select count(distinct channel_id) as count
    from channel_daily
    where network_id in (${networksOf(siteId)})
      and day between ${from} and ${to}
      and views > 0`,
  countries: (siteId, { from, to }) =>
    sql`select count(distinct d.country) as count
    from earning_channels c
    join country_daily d on d.channel_id = c.channel_id
      and d.day >= c.earns_from
    where c.network_id in (${networksOf(siteId)})
      and d.day between ${from} and ${to}
      and d.country <> 'ZZ'
      and d.views > 0`,
}
