import * as z from 'zod/mini'
import type { Database } from './database.ts'
import { Integer } from './rows.ts'
import { join, quoteName, sql } from './sql.ts'

const ChangedTable = z.object({ name: z.string(), needsAnalyze: z.boolean(), deadRows: Integer })

/** Replaces autovacuum, which the embedded database lacks, with its default thresholds. */
export async function vacuumAnalyze(db: Database): Promise<void> {
  if (db.engine !== 'pglite') return
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
