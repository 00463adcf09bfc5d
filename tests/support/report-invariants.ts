import { isDeepStrictEqual } from 'node:util'
import type { Database } from '#server/platform/db/database.ts'
import { refreshLists } from '#server/reports/lists/lists.ts'
import { recomputeDays } from '#server/reports/lists/rollups.ts'
import { execRaw, queryRaw } from './raw-sql.ts'

/** Deletes everything that was imported. Emptying the lists is cheaper than rebuilding them. */
export async function deleteReports(db: Database): Promise<void> {
  const imported = await queryRaw(
    db,
    `select 1
    where exists (select 1 from report_loads)
      or exists (select 1 from exchange_rates)
      or exists (select 1 from videos)`,
  )
  if (imported.length === 0) return
  await execRaw(
    db,
    `delete from activity_facts; delete from revenue_facts; delete from claims; delete from metadata_staging;
    delete from report_current; delete from report_loads; delete from videos; delete from metadata_channels; delete from exchange_rates`,
  )
  await db.transaction((tx) => recomputeDays(tx, '2000-01-01', '2099-12-31'))
  await execRaw(
    db,
    `truncate video_period, channel_period, track_period, network_periods, weekly_track_ranks;
    truncate changed_days, changed_channels, changed_videos, changed_claims, changed_catalog, video_month, channel_month, track_daily;
    update report_state set lists_revision = data_revision, ranked_until = null`,
  )
}

/** Checks invariants that hold whenever no import is running: no leftovers, and roll-ups that agree with the facts. */
export async function findBrokenReportInvariants(db: Database): Promise<string[]> {
  const rows = await queryRaw<{ flaw: string }>(
    db,
    `with current as (select load_id, day from report_current)
    select 'loads that were not published' as flaw from report_loads where state = 'loading'
    union
    select 'current loads that nothing points to'
    from report_loads l
    where l.state = 'current'
      and not exists (select 1 from current c where c.load_id = l.id)
    union
    select 'activity facts of no current load'
    from activity_facts f
    where not exists (select 1 from current c where c.load_id = f.load_id and c.day = f.day)
    union
    select 'revenue facts of no current load'
    from revenue_facts f
    where not exists (select 1 from current c where c.load_id = f.load_id and c.day = f.day)
    union
    select 'claims of no current load'
    from claims f
    where not exists (select 1 from current c where c.load_id = f.load_id)
    union
    select 'metadata that was not merged' from metadata_staging
    union
    select 'lists of another revision' from report_state where data_revision <> lists_revision
    union
    select 'row counts that are not those of the facts'
    from report_loads l
    left join (
      select load_id, count(*) as rows
      from (
        select load_id from activity_facts
        union all
        select load_id from revenue_facts
      ) facts
      group by load_id
    ) f on f.load_id = l.id
    where l.state = 'current'
      and l.report_type in ('activity', 'revenue')
      and l.row_count <> coalesce(f.rows, 0)`,
  )
  return [
    ...rows.map(({ flaw }) => flaw),
    ...(await findBrokenRollupInvariants(db)),
    ...(await findStaleListRows(db)),
  ]
}

/** Names and titles may be older than their source. */
const lists = [
  `select to_jsonb(p) - 'title' as row from video_period p order by period, channel_id, video_id`,
  `select to_jsonb(p) - 'name' as row from channel_period p order by period, channel_id`,
  'select to_jsonb(p) as row from track_period p order by network_id, isrc',
  'select to_jsonb(r) as row from weekly_track_ranks r order by track_id',
]

/** Finds rows that a complete refresh changes, which means that incremental updates computed them incorrectly. */
async function findStaleListRows(db: Database): Promise<string[]> {
  const readLists = () => Promise.all(lists.map((text) => queryRaw(db, text)))
  const before = await readLists()
  await queryRaw(db, 'update report_state set lists_revision = -1')
  await refreshLists(db)
  return isDeepStrictEqual(await readLists(), before) ? [] : ['lists that a complete refresh changes']
}

type SumName = 'views' | 'money' | 'dailyViews' | 'dailyMoney' | 'countryViews' | 'countryMoney'

/** Finds roll-ups that disagree with the facts of the current loads. */
export async function findBrokenRollupInvariants(db: Database): Promise<string[]> {
  const [sums] = await queryRaw<Record<SumName, number>>(
    db,
    `select
      (select coalesce(sum(f.views), 0)::bigint
        from activity_facts f
        join report_current c on c.load_id = f.load_id and c.day = f.day) as views,
      (select coalesce(sum(f.revenue_micros), 0)::bigint
        from revenue_facts f
        join report_current c on c.load_id = f.load_id and c.day = f.day) as money,
      (select coalesce(sum(views), 0)::bigint from video_daily) as "dailyViews",
      (select coalesce(sum(revenue_micros), 0)::bigint from video_daily) as "dailyMoney",
      (select coalesce(sum(views), 0)::bigint from country_daily) as "countryViews",
      (select coalesce(sum(revenue_micros), 0)::bigint from country_daily) as "countryMoney"`,
  )
  const same =
    sums &&
    new Set([sums.views, sums.dailyViews, sums.countryViews]).size === 1 &&
    new Set([sums.money, sums.dailyMoney, sums.countryMoney]).size === 1
  const others = await queryRaw<{ flaw: string }>(
    db,
    `select 'owners of channels that differ from the figures' as flaw
    from (select channel_id, owner, min(day) as first_day from video_daily group by channel_id, owner) v
    full join channel_owners o using (channel_id, owner, first_day)
    where o.owner is null or v.owner is null
    union
    select 'incomplete days that are others'
    from network_incomplete_days v
    full join incomplete_days i using (network_id, day)
    where i.day is null or v.day is null`,
  )
  return [
    ...(same ? [] : [`roll-ups that differ from the facts: ${JSON.stringify(sums)}`]),
    ...others.map(({ flaw }) => flaw),
  ]
}
