import * as z from 'zod/mini'
import { periods } from '#contract/reports.ts'
import { Currency } from '#contract/site.ts'
import type { Database, Queryable } from '#server/db/database.ts'
import { withLockRetry } from '#server/db/lock-retry.ts'
import { Day, Id } from '#server/db/rows.ts'
import { sql } from '#server/db/sql.ts'
import { getPeriodRange, longestPeriod } from './periods.ts'
import { selectReportState } from './report-state.ts'
import { rankTracks, replaceWeeklyRanking, type WeeklyRanking } from './weekly-ranking.ts'

interface ListSpan {
  network_id: number
  period: string
  from_day: string
  to_day: string
  currency: Currency
}

/** Rebuilds all materialized lists and the weekly ranking until they match the data revision. */
export async function refreshLists(db: Database): Promise<void> {
  while (await areListsStale(db)) await withLockRetry(db, 'lists', () => rebuildLists(db))
}

async function areListsStale(db: Queryable): Promise<boolean> {
  const { dataRevision, listsRevision } = await selectReportState(db)
  return dataRevision !== listsRevision
}

/** Builds into separate tables, then publishes all of them in one transaction. */
async function rebuildLists(db: Database): Promise<void> {
  const { dataRevision, listsRevision } = await selectReportState(db)
  if (dataRevision === listsRevision) return
  await db.execute(sql`select drop_orphaned_lists()`)
  const spans = await selectListSpans(db)
  for (const period of periods) {
    const periodSpans = JSON.stringify(spans.filter((span) => span.period === period))
    await db.execute(sql`select build_video_list(${period}, ${dataRevision}, ${periodSpans}::text::jsonb)`)
    await db.execute(sql`select build_channel_list(${period}, ${dataRevision}, ${periodSpans}::text::jsonb)`)
  }
  await db.execute(sql`select build_track_list(${longestPeriod}, ${dataRevision})`)
  const ranking = await rankTracks(db)
  await db.transaction((tx) => publishLists(tx, dataRevision, spans, ranking))
}

async function publishLists(
  tx: Queryable,
  revision: number,
  spans: readonly ListSpan[],
  ranking: WeeklyRanking,
): Promise<void> {
  await tx.execute(sql`update report_state set lists_revision = ${revision}`)
  for (const parent of ['video_period', 'channel_period']) {
    for (const period of periods)
      await tx.execute(sql`select publish_list(${parent}, ${period}, ${revision})`)
  }
  await tx.execute(sql`select publish_list('track_period', ${longestPeriod}, ${revision})`)
  await tx.execute(sql`delete from network_periods`)
  await tx.execute(
    sql`insert into network_periods (network_id, period, from_day, to_day, currency)
    select network_id, period, from_day, to_day, currency
    from jsonb_to_recordset(${JSON.stringify(spans)}::text::jsonb)
      as s (network_id integer, period text, from_day date, to_day date, currency text)`,
  )
  await replaceWeeklyRanking(tx, ranking)
}

const NetworkRow = z.object({ networkId: Id, latestDay: Day, currency: Currency })

async function selectListSpans(db: Queryable): Promise<ListSpan[]> {
  const networks = await db.query(
    NetworkRow,
    sql`select network_id as "networkId",
      latest_day as "latestDay",
      network_currency(network_id) as currency
    from network_day_ranges
    order by network_id`,
  )
  return networks.flatMap(({ networkId, latestDay, currency }) =>
    periods.map((period) => {
      const { from, to } = getPeriodRange(period, latestDay)
      return { network_id: networkId, period, from_day: from, to_day: to, currency }
    }),
  )
}
