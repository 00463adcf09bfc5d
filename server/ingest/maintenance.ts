import * as z from 'zod/mini'
import type { Database } from '#server/db/database.ts'
import { CountRow, Integer, queryOne } from '#server/db/rows.ts'
import { join, quoteName, sql } from '#server/db/sql.ts'

const ChangedTable = z.object({ name: z.string(), needsAnalyze: z.boolean(), deadRows: Integer })

/** What autovacuum does elsewhere, by its default thresholds: the embedded database has none. */
export async function vacuumAnalyze(
  db: Database,
  outcomes: readonly { readonly result: string }[],
): Promise<void> {
  if (db.engine !== 'pglite' || !outcomes.some(({ result }) => result === 'loaded' || result === 'refused'))
    return
  const tables = await db.query(
    ChangedTable,
    sql`select relname::text as name,
      n_mod_since_analyze > 50 + n_live_tup / 10 as "needsAnalyze",
      n_dead_tup as "deadRows"
    from pg_stat_user_tables
    where schemaname = current_schema()`,
  )
  const changed = tables.filter(({ needsAnalyze }) => needsAnalyze).map(({ name }) => quoteName(name))
  if (changed.length > 0) await db.execute(sql`analyze ${join(changed)}`)
  if (tables.reduce((sum, { deadRows }) => sum + deadRows, 0) > minDeadRowsForVacuum)
    await db.execute(sql`vacuum`)
}

const minDeadRowsForVacuum = 50_000

const maxEmbeddedFacts = 10_000_000

export async function countFactsOverCapacity(db: Database): Promise<number | null> {
  if (db.engine !== 'pglite') return null
  const { count } = await queryOne(
    db,
    CountRow,
    sql`select coalesce(sum(row_count), 0)::bigint as count
    from report_loads
    where state = 'current'
      and report_type in ('activity', 'revenue')`,
  )
  return count > maxEmbeddedFacts ? count : null
}
