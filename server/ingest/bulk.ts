import { createHash } from 'node:crypto'
import type { Database, Queries } from '#server/db/connect.ts'
import { type ActivityFact, activityInto, activityLine } from './activity.ts'
import { Slices } from './copy.ts'
import { type RevenueFact, revenueInto, revenueLine } from './revenue.ts'
import { ensureMonths, touchFigures } from './rollups.ts'
import { sweepLoads } from './sweep.ts'

/** The facts of one report, made by a program. */
export type DayLoad = { owner: string; day: string; createTime: Date } & (
  | { type: 'activity'; rows: Iterable<ActivityFact> }
  | { type: 'revenue'; rows: Iterable<RevenueFact> }
)

interface Prepared {
  type: DayLoad['type']
  owner: string
  day: string
  create_time: string
  sha256: string
  lines: string[]
}

const loadsAtOnce = 64

/**
 * Loads many days at once; each replaces what its day had. All of them count together at the end, but without their
 * roll-ups: the caller recomputes the days.
 */
export function loadFacts(db: Database, loads: Iterable<DayLoad>): Promise<void> {
  return db.exclusive('import', async () => {
    await sweepLoads(db)
    const slices = { activity: new Slices(db, activityInto), revenue: new Slices(db, revenueInto) }
    try {
      const loadIds = await storeAll(db, loads, slices)
      await db.transaction((tx) => publishAll(tx, loadIds))
    } catch (error) {
      await slices.activity.abandon()
      await slices.revenue.abandon()
      throw error
    }
    // All of it counts, whatever becomes of the rows that were replaced: the next sweep removes them.
    await sweepLoads(db).catch(() => {})
  })
}

async function storeAll(
  db: Database,
  loads: Iterable<DayLoad>,
  slices: Record<DayLoad['type'], Slices>,
): Promise<number[]> {
  const loadIds: number[] = []
  for (const batch of batches(loads)) {
    await ensureMonths(db, new Set(batch.map(({ day }) => day)))
    const ids = await insertLoads(db, batch)
    for (const [at, { type, day, lines }] of batch.entries()) {
      for (const line of lines) slices[type].add(`${day}\t${ids[at]}\t${line}`)
      await slices[type].flush()
    }
    loadIds.push(...ids)
  }
  await slices.activity.end()
  await slices.revenue.end()
  return loadIds
}

function* batches(loads: Iterable<DayLoad>): Generator<Prepared[]> {
  let batch: Prepared[] = []
  for (const load of loads) {
    if (batch.push(prepare(load)) < loadsAtOnce) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

function prepare(load: DayLoad): Prepared {
  const { type, owner, day, createTime } = load
  const lines =
    load.type === 'activity' ? Array.from(load.rows, activityLine) : Array.from(load.rows, revenueLine)
  const sha256 = createHash('sha256').update(lines.join('')).digest('hex')
  return { type, owner, day, create_time: createTime.toISOString(), sha256, lines }
}

/** Notes loads that nobody sees yet. */
async function insertLoads(db: Queries, batch: readonly Prepared[]): Promise<number[]> {
  const units = batch.map(({ lines, ...unit }, place) => ({ ...unit, place, row_count: lines.length }))
  const made = await db.query<{ id: number }>(
    `insert into report_loads (report_type, owner, day, create_time, file_name, sha256, row_count)
    select type, owner, day, create_time, 'made', sha256, row_count
    from jsonb_to_recordset($1::text::jsonb) as l
      (place integer, type text, owner text, day date, create_time timestamptz, sha256 text, row_count bigint)
    order by place
    returning id`,
    [JSON.stringify(units)],
  )
  return made.map(({ id }) => id)
}

async function publishAll(tx: Queries, loadIds: readonly number[]): Promise<void> {
  await touchFigures(tx)
  await tx.query(
    `update report_loads old
    set state = 'replaced'
    from report_current c
    join report_loads fresh on fresh.report_type = c.report_type
      and fresh.owner = c.owner
      and fresh.day = c.day
    where fresh.id = any($1)
      and old.id = c.load_id`,
    [loadIds],
  )
  await tx.query(
    `insert into report_current (report_type, owner, day, load_id)
    select report_type, owner, day, id
    from report_loads
    where id = any($1)
    on conflict (report_type, owner, day) do update
    set load_id = excluded.load_id`,
    [loadIds],
  )
  await tx.query(
    `update report_loads
    set state = 'current'
    where id = any($1)`,
    [loadIds],
  )
}
