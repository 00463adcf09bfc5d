import * as z from 'zod/mini'
import type { Database, Queryable } from '#server/platform/db/database.ts'
import { withLockRetry } from '#server/platform/db/lock-retry.ts'
import { queryOne } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { stopOnAbort } from '#server/platform/db/stop-on-abort.ts'
import { markListsChanged } from '#server/reports/figures/network-revisions.ts'
import { deleteChanges } from './list-changes.ts'
import { publishLists } from './list-publication.ts'
import { findChangedNetworks, replaceSpans, selectCurrentSpans, selectPublishedSpans } from './list-spans.ts'
import { stageLists } from './list-staging.ts'
import { lockFigures, selectReportState } from './report-state.ts'
import { rankTracks, replaceWeeklyRanking } from './weekly-ranking.ts'

/**
 * Refreshes all materialized lists and the weekly ranking until they match the data revision.
 * @throws the signal's reason; the next refresh begins again
 */
export async function refreshLists(db: Database, signal?: AbortSignal): Promise<void> {
  const steps = signal ? stopOnAbort(db, signal) : db
  while (await areListsStale(steps)) await withLockRetry(steps, 'lists', () => refreshOnce(steps), { signal })
}

async function areListsStale(db: Queryable): Promise<boolean> {
  const { dataRevision, listsRevision } = await selectReportState(db)
  return dataRevision !== listsRevision
}

/** Computes what changed into staging tables, then publishes it in one short transaction. */
async function refreshOnce(db: Database): Promise<void> {
  const { dataRevision, listsRevision } = await selectSettledState(db)
  if (dataRevision === listsRevision) return
  const published = await selectPublishedSpans(db)
  const current = await selectCurrentSpans(db)
  // A negative revision: what changed since is unknown.
  const refresh = { revision: dataRevision, published, current, isComplete: listsRevision < 0 }
  await stageLists(db, refresh)
  const ranking = await rankTracks(db, refresh)
  const changedRows = await db.transaction(async (tx) => {
    await lockFigures(tx)
    // The sums of tracks were computed from both.
    if (await haveNewerClaims(tx, dataRevision)) return 0
    await tx.execute(sql`update report_state set lists_revision = ${dataRevision}`)
    const { rows, networkIds } = await publishLists(tx)
    await replaceSpans(tx, current)
    await markListsChanged(tx, [...new Set([...networkIds, ...findChangedNetworks(published, current)])])
    if (ranking) await replaceWeeklyRanking(tx, ranking)
    await deleteChanges(tx, dataRevision)
    return rows
  })
  // Autovacuum would do it a minute later, and the embedded database has none.
  if (changedRows > minChangedRowsForAnalyze)
    await db.execute(sql`analyze video_period, channel_period, track_period`)
}

/** All figures of its data revision can be read. */
const selectSettledState = (db: Database) =>
  db.transaction(async (tx) => {
    await lockFigures(tx)
    return selectReportState(tx)
  })

const NewerClaims = z.object({ exist: z.boolean() })

async function haveNewerClaims(tx: Queryable, revision: number): Promise<boolean> {
  const { exist } = await queryOne(
    tx,
    NewerClaims,
    sql`select exists (select from changed_claims where revision > ${revision}) as exist`,
  )
  return exist
}

const minChangedRowsForAnalyze = 1_000
