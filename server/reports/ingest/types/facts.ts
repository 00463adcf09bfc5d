import type { Queryable } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'

export interface ActivityFact {
  channelId: string
  /** Empty: about the channel itself. */
  videoId: string
  country: string
  views: number
  premiumViews: number
  /** Absent in older reports, whose views were engaged views. */
  engagedViews?: number
  watchMs: number
  /** Watched percentage × views, in hundredths of a percent: sums are weighted by views. */
  watchedShare: number
}

export const activityCopyTarget = sql`activity_facts (day, load_id, channel_id, video_id, country, views, premium_views, engaged_views, watch_ms, watched_share)`

/** The rest of a COPY line, after the load. */
export const formatActivityLine = (fact: ActivityFact): string =>
  `${fact.channelId}\t${fact.videoId}\t${fact.country}\t${fact.views}\t${fact.premiumViews}\t${fact.engagedViews ?? fact.views}\t${fact.watchMs}\t${fact.watchedShare}\n`

export interface RevenueFact {
  channelId: string
  /** Empty: about the channel itself. */
  videoId: string
  country: string
  /** Millionths of a US dollar; negative for corrections. */
  revenueMicros: number
  premiumRevenueMicros: number
}

export const revenueCopyTarget = sql`revenue_facts (day, load_id, channel_id, video_id, country, revenue_micros, premium_revenue_micros)`

/** The rest of a COPY line, after the load. */
export const formatRevenueLine = (fact: RevenueFact): string =>
  `${fact.channelId}\t${fact.videoId}\t${fact.country}\t${fact.revenueMicros}\t${fact.premiumRevenueMicros}\n`

/** Must not run in a transaction: it locks the partitioned tables. */
export async function ensureMonthPartitions(db: Queryable, days: Iterable<string>): Promise<void> {
  const months = new Set([...days].map((day) => day.slice(0, 7)))
  for (const month of months) await db.execute(sql`select ensure_month_partitions(${`${month}-01`})`)
}
