import * as z from 'zod/mini'
import { type Period, periods } from '#contract/reports.ts'
import { Currency } from '#contract/site.ts'
import type { Database, Queryable } from '#server/db/database.ts'
import { withLockRetry } from '#server/db/lock-retry.ts'
import { Day, Id } from '#server/db/rows.ts'
import { sql } from '#server/db/sql.ts'
import { deleteChanges } from './list-changes.ts'
import { publishLists } from './list-publication.ts'
import { type ListSpan, stageLists } from './list-staging.ts'
import { getPeriodRange } from './periods.ts'
import { selectReportState } from './report-state.ts'
import { rankTracks, replaceWeeklyRanking } from './weekly-ranking.ts'

/** Refreshes all materialized lists and the weekly ranking until they match the data revision. */
export async function refreshLists(db: Database): Promise<void> {
  while (await areListsStale(db)) await withLockRetry(db, 'lists', () => refreshOnce(db))
}

async function areListsStale(db: Queryable): Promise<boolean> {
  const { dataRevision, listsRevision } = await selectReportState(db)
  return dataRevision !== listsRevision
}

/** Computes what changed into staging tables, then publishes it in one short transaction. */
async function refreshOnce(db: Database): Promise<void> {
  const { dataRevision, listsRevision } = await selectReportState(db)
  if (dataRevision === listsRevision) return
  const published = await selectPublishedSpans(db)
  const current = await selectCurrentSpans(db)
  // A negative revision: what changed since is unknown.
  await stageLists(db, { revision: dataRevision, published, current, isComplete: listsRevision < 0 })
  const ranking = await rankTracks(db)
  const changedRows = await db.transaction(async (tx) => {
    await tx.execute(sql`update report_state set lists_revision = ${dataRevision}`)
    const rows = await publishLists(tx)
    await replaceSpans(tx, current)
    await replaceWeeklyRanking(tx, ranking)
    await deleteChanges(tx, dataRevision)
    return rows
  })
  // Autovacuum would do it a minute later, and the embedded database has none.
  if (changedRows > minChangedRowsForAnalyze)
    await db.execute(sql`analyze video_period, channel_period, track_period`)
}

const minChangedRowsForAnalyze = 1_000

const NetworkRow = z.object({ networkId: Id, latestDay: Day, currency: Currency })

async function selectCurrentSpans(db: Queryable): Promise<ListSpan[]> {
  const networks = await db.query(
    NetworkRow,
    sql`select network_id as "networkId",
      latest_day as "latestDay",
      network_currency(network_id) as currency
    from network_day_ranges
    order by network_id`,
  )
  return networks.flatMap(({ networkId, latestDay, currency }) =>
    periods.map((period) => createSpan(networkId, period, latestDay, currency)),
  )
}

function createSpan(networkId: number, period: Period, latestDay: string, currency: Currency): ListSpan {
  const { from, to } = getPeriodRange(period, latestDay)
  return { network_id: networkId, period, from_day: from, to_day: to, currency }
}

const SpanRow = z.object({
  network_id: Id,
  period: z.string(),
  from_day: Day,
  to_day: Day,
  currency: Currency,
})

const selectPublishedSpans = (db: Queryable): Promise<ListSpan[]> =>
  db.query(SpanRow, sql`select network_id, period, from_day, to_day, currency from network_periods`)

async function replaceSpans(tx: Queryable, spans: readonly ListSpan[]): Promise<void> {
  await tx.execute(sql`delete from network_periods`)
  await tx.execute(
    sql`insert into network_periods (network_id, period, from_day, to_day, currency)
    select network_id, period, from_day, to_day, currency
    from jsonb_to_recordset(${JSON.stringify(spans)}::text::jsonb)
      as s (network_id integer, period text, from_day date, to_day date, currency text)`,
  )
}
