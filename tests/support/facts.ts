import { randomUUID } from 'node:crypto'
import type { Database } from '#server/platform/db/database.ts'
import { rawSql } from '#server/platform/db/raw-sql.ts'
import { refreshLists } from '#server/reports/lists/lists.ts'
import { recomputeChannels, recomputeDays } from '#server/reports/lists/rollups.ts'
import { queryRaw } from './raw-sql.ts'

export interface Fact {
  day: string
  channelId: string
  videoId: string
  country: string
  views: number
  premiumViews: number
  revenueMicros: number
  premiumRevenueMicros: number
}

const factTypes = ['activity', 'revenue'] as const
export type FactType = (typeof factTypes)[number]

/** Inserts facts as one owner's reports for their days, and computes everything derived from them. */
export async function insertFacts(db: Database, facts: readonly Fact[], owner = 'main'): Promise<void> {
  await insertReports(db, facts, owner)
  const days = facts.map(({ day }) => day).sort()
  await rebuildFigures(db, days.at(0), days.at(-1))
}

/** Inserts facts without deriving anything; the owner's earlier reports for these days no longer count. */
export async function insertReports(
  db: Database,
  facts: readonly Fact[],
  owner: string,
  types: readonly FactType[] = factTypes,
): Promise<void> {
  for (const [day, dayFacts = []] of Object.entries(Object.groupBy(facts, (fact) => fact.day))) {
    await queryRaw(db, 'select ensure_month_partitions($1)', [day])
    for (const type of types) {
      const { target, row } = columnsByType[type]
      await insertLoad(db, { type, owner, day, rows: dayFacts.length }, (load) =>
        copyRows(
          db,
          target,
          dayFacts.map((f) => [day, load, f.channelId, f.videoId, f.country, ...row(f)]),
        ),
      )
    }
  }
}

const columnsByType: Record<FactType, { target: string; row: (fact: Fact) => number[] }> = {
  activity: {
    target: `activity_facts (day, load_id, channel_id, video_id, country, views, premium_views, engaged_views, watch_ms,
      watched_share)`,
    row: ({ views, premiumViews }) => [views, premiumViews, views, views * 900, views * 100],
  },
  revenue: {
    target:
      'revenue_facts (day, load_id, channel_id, video_id, country, revenue_micros, premium_revenue_micros)',
    row: ({ revenueMicros, premiumRevenueMicros }) => [revenueMicros, premiumRevenueMicros],
  },
}

/** Recomputes everything derived from facts, rates and channels. */
export async function rebuildFigures(db: Database, from = '2000-01-01', to = '2099-12-31'): Promise<void> {
  await db.transaction((tx) => recomputeDays(tx, from, to))
  // Tests bypass the product's record of changes, so all lists are rebuilt.
  await queryRaw(db, 'update report_state set lists_revision = -1')
  await refreshLists(db)
}

export const recomputeChannel = (db: Database, channelId: string): Promise<void> =>
  db.transaction((tx) => recomputeChannels(tx, [channelId]))

async function insertLoad(
  db: Database,
  { type, owner, day, rows }: { type: FactType; owner: string; day: string; rows: number },
  fill: (load: number) => Promise<void>,
) {
  const [row] = await queryRaw<{ id: number }>(
    db,
    `insert into report_loads (report_type, owner, day, create_time, file_name, sha256, row_count, state)
    values ($1, $2, $3, now(), 'test', $4, $5, 'current')
    returning id`,
    [type, owner, day, randomUUID(), rows],
  )
  if (!row) throw new Error('the load was not made')
  await fill(row.id)
  await queryRaw(
    db,
    `insert into report_current (report_type, owner, day, load_id)
    values ($1, $2, $3, $4)
    on conflict (report_type, owner, day) do update set load_id = excluded.load_id`,
    [type, owner, day, row.id],
  )
}

const copyRows = (db: Database, target: string, rows: (string | number)[][]) =>
  db.copyIn(rawSql(target), Buffer.from(rows.map((row) => `${row.join('\t')}\n`).join('')))

/** Turns a short word into an id in YouTube's format. */
export const channelIdFor = (name: string) => `UC${name.padEnd(22, '_')}`
export const videoIdFor = (name: string) => name.padEnd(11, '_')
