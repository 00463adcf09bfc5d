import { createHash } from 'node:crypto'
import type { Database, Queries } from '#server/db/connect.ts'
import { type ActivityFact, activityInto, activityLine } from './activity.ts'
import { Slices } from './copy.ts'
import { type Candidate, insertLoad, setCurrent } from './loads.ts'
import { type RevenueFact, revenueInto, revenueLine } from './revenue.ts'
import { ensureMonths, touchFigures } from './rollups.ts'
import { sweepLoads } from './sweep.ts'

/** The facts of one report, made by a program. */
export type DayLoad = { owner: string; day: string; createTime: Date } & (
  | { type: 'activity'; rows: Iterable<ActivityFact> }
  | { type: 'revenue'; rows: Iterable<RevenueFact> }
)

interface Noted {
  candidate: Candidate
  loadId: number
  rows: number
}

/**
 * Loads many days at once; each replaces what its day had. All of them count together at the end, but without their
 * roll-ups: the caller recomputes the days.
 */
export function loadFacts(db: Database, loads: Iterable<DayLoad>): Promise<void> {
  return db.exclusive('import', async () => {
    await sweepLoads(db)
    const noted: Noted[] = []
    const slices = { activity: new Slices(db, activityInto), revenue: new Slices(db, revenueInto) }
    const months = new Set<string>()
    for (const load of loads) {
      const month = load.day.slice(0, 7)
      if (!months.has(month)) await ensureMonths(db, [load.day])
      months.add(month)
      noted.push(await store(db, load, slices[load.type]))
    }
    await slices.activity.end()
    await slices.revenue.end()
    await db.transaction((tx) => publishAll(tx, noted))
    await sweepLoads(db)
  })
}

async function store(db: Queries, load: DayLoad, slices: Slices): Promise<Noted> {
  const { type, owner, day, createTime } = load
  const lines = load.type === 'activity' ? mapped(load.rows, activityLine) : mapped(load.rows, revenueLine)
  const sha256 = createHash('sha256').update(lines.join('')).digest('hex')
  const candidate: Candidate = { type, owner, day, createTime, reportId: null, fileName: 'made', sha256 }
  const loadId = await insertLoad(db, candidate)
  for (const line of lines) slices.add(`${day}\t${loadId}\t${line}`)
  await slices.flush()
  return { candidate, loadId, rows: lines.length }
}

const mapped = <Row>(rows: Iterable<Row>, line: (row: Row) => string): string[] => Array.from(rows, line)

async function publishAll(tx: Queries, noted: readonly Noted[]): Promise<void> {
  await touchFigures(tx)
  for (const { candidate, loadId, rows } of noted) await setCurrent(tx, candidate, loadId, rows)
}
