import { periods } from '#contract/reports.ts'
import type { Currency } from '#contract/site.ts'
import type { Database, Queryable } from '#server/db/database.ts'
import { withLockRetry } from '#server/db/lock-retry.ts'
import { getPeriodRange, longestPeriod } from './periods.ts'
import { rankTracks, replaceWeeklyRanking, type WeeklyRanking } from './weekly-ranking.ts'

/** What a network's list of a period covers. */
interface ListSpan {
  network_id: number
  period: string
  from_day: string
  to_day: string
  currency: Currency
}

/**
 * Rebuilds the lists of videos, channels and tracks by period and the week's tracks until they are built from the newest
 * figures; does nothing when they are.
 */
export async function refreshLists(db: Database): Promise<void> {
  while (await areListsStale(db)) await withLockRetry(db, 'lists', () => rebuildLists(db))
}

async function areListsStale(db: Queryable): Promise<boolean> {
  const state = await selectReportState(db)
  return state.dataRevision !== state.listsRevision
}

async function rebuildLists(db: Database): Promise<void> {
  const { dataRevision, listsRevision } = await selectReportState(db)
  if (dataRevision === listsRevision) return
  await db.query('select drop_orphaned_lists()')
  const spans = await selectListSpans(db)
  for (const period of periods) {
    const periodSpans = JSON.stringify(spans.filter((span) => span.period === period))
    const parameters = [period, dataRevision, periodSpans]
    await db.query('select build_video_list($1, $2, $3::text::jsonb)', parameters)
    await db.query('select build_channel_list($1, $2, $3::text::jsonb)', parameters)
  }
  await db.query('select build_track_list($1, $2)', [longestPeriod, dataRevision])
  const ranking = await rankTracks(db)
  await db.transaction((tx) => swapLists(tx, dataRevision, spans, ranking))
}

async function swapLists(
  tx: Queryable,
  revision: number,
  spans: readonly ListSpan[],
  ranking: WeeklyRanking,
): Promise<void> {
  await tx.query('update report_state set lists_revision = $1', [revision])
  for (const parent of ['video_period', 'channel_period']) {
    for (const period of periods)
      await tx.query('select publish_list($1, $2, $3)', [parent, period, revision])
  }
  await tx.query('select publish_list($1, $2, $3)', ['track_period', longestPeriod, revision])
  await tx.query('delete from network_periods')
  await tx.query(
    `insert into network_periods (network_id, period, from_day, to_day, currency)
    select network_id, period, from_day, to_day, currency
    from jsonb_to_recordset($1::text::jsonb)
      as s (network_id integer, period text, from_day date, to_day date, currency text)`,
    [JSON.stringify(spans)],
  )
  await replaceWeeklyRanking(tx, ranking)
}

/** Every period of every network that has figures, up to the network's latest day. */
async function selectListSpans(db: Queryable): Promise<ListSpan[]> {
  const networks = await db.query<{ networkId: number; latestDay: string; currency: Currency }>(
    `select network_id as "networkId",
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

async function selectReportState(db: Queryable): Promise<{ dataRevision: number; listsRevision: number }> {
  const [state] = await db.query<{ dataRevision: number; listsRevision: number }>(
    `select data_revision as "dataRevision",
      lists_revision as "listsRevision"
    from report_state`,
  )
  if (!state) throw new Error('report_state has lost its row')
  return state
}
