import { createHash } from 'node:crypto'
import { CopyWriter } from '#server/platform/db/copy.ts'
import type { Database, Queryable } from '#server/platform/db/database.ts'
import { IdRow } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import {
  type ActivityFact,
  activityCopyTarget,
  ensureMonthPartitions,
  formatActivityLine,
  formatRevenueLine,
  type RevenueFact,
  revenueCopyTarget,
} from '#server/reports/ingest/types/facts.ts'
import { recordChangedClaims } from '#server/reports/lists/list-changes.ts'
import { bumpDataRevision } from '#server/reports/lists/rollups.ts'
import { cleanUpLoads, getImportLock } from './load-cleanup.ts'

export type BulkLoad = { day: string; createTime: Date } & (
  | { type: 'activity'; rows: Iterable<ActivityFact> }
  | { type: 'revenue'; rows: Iterable<RevenueFact> }
)

interface PreparedLoad {
  type: BulkLoad['type']
  day: string
  create_time: string
  sha256: string
  lines: string[]
}

const loadsPerBatch = 64

/** Replaces an owner's current loads of many days, published in one go; the caller must recompute the roll-ups. */
export function bulkLoadFacts(db: Database, owner: string, loads: Iterable<BulkLoad>): Promise<void> {
  return db.withLock(getImportLock(owner), async () => {
    await cleanUpLoads(db, owner)
    const writers = {
      activity: new CopyWriter(db, activityCopyTarget),
      revenue: new CopyWriter(db, revenueCopyTarget),
    }
    try {
      const loadIds = await copyLoads(db, owner, loads, writers)
      await db.transaction((tx) => publishLoads(tx, loadIds))
    } catch (error) {
      await writers.activity.abort()
      await writers.revenue.abort()
      throw error
    }
    // A failure here is harmless: the loads are published, and the next import deletes the replaced rows.
    await cleanUpLoads(db, owner).catch(() => {})
  })
}

async function copyLoads(
  db: Database,
  owner: string,
  loads: Iterable<BulkLoad>,
  writers: Record<BulkLoad['type'], CopyWriter>,
): Promise<number[]> {
  const loadIds: number[] = []
  for (const batch of batchLoads(loads)) {
    await ensureMonthPartitions(db, new Set(batch.map(({ day }) => day)))
    const ids = await insertLoads(db, owner, batch)
    for (const [at, { type, day, lines }] of batch.entries()) {
      for (const line of lines) writers[type].add(`${day}\t${ids[at]}\t${line}`)
      await writers[type].flush()
    }
    loadIds.push(...ids)
  }
  await writers.activity.end()
  await writers.revenue.end()
  return loadIds
}

function* batchLoads(loads: Iterable<BulkLoad>): Generator<PreparedLoad[]> {
  let batch: PreparedLoad[] = []
  for (const load of loads) {
    if (batch.push(prepareLoad(load)) < loadsPerBatch) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

function prepareLoad(load: BulkLoad): PreparedLoad {
  const { type, day, createTime } = load
  const lines =
    load.type === 'activity'
      ? Array.from(load.rows, formatActivityLine)
      : Array.from(load.rows, formatRevenueLine)
  const sha256 = createHash('sha256').update(lines.join('')).digest('hex')
  return { type, day, create_time: createTime.toISOString(), sha256, lines }
}

async function insertLoads(db: Queryable, owner: string, batch: readonly PreparedLoad[]): Promise<number[]> {
  const units = batch.map(({ lines, ...unit }, position) => ({ ...unit, position, row_count: lines.length }))
  const inserted = await db.query(
    IdRow,
    sql`insert into report_loads (report_type, owner, day, create_time, file_name, sha256, row_count)
    select type, ${owner}, day, create_time, 'generated', sha256, row_count
    from jsonb_to_recordset(${JSON.stringify(units)}::text::jsonb) as l
      (position integer, type text, day date, create_time timestamptz, sha256 text, row_count bigint)
    order by position
    returning id`,
  )
  return inserted.map(({ id }) => id)
}

async function publishLoads(tx: Queryable, loadIds: readonly number[]): Promise<void> {
  await bumpDataRevision(tx)
  await recordChangedClaims(tx)
  await tx.execute(
    sql`update report_loads old
    set state = 'replaced'
    from report_current c
    join report_loads new on new.report_type = c.report_type
      and new.owner = c.owner
      and new.day = c.day
    where new.id = any(${loadIds}::integer[])
      and old.id = c.load_id`,
  )
  await tx.execute(
    sql`insert into report_current (report_type, owner, day, load_id)
    select report_type, owner, day, id
    from report_loads
    where id = any(${loadIds}::integer[])
    on conflict (report_type, owner, day) do update
    set load_id = excluded.load_id`,
  )
  await tx.execute(
    sql`update report_loads
    set state = 'current'
    where id = any(${loadIds}::integer[])`,
  )
}
