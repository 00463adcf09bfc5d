import type { Database } from '#server/db/database.ts'
import { CountRow, queryOne } from '#server/db/rows.ts'
import { sql } from '#server/db/sql.ts'

/** The embedded database has no autovacuum. */
export async function vacuumAnalyze(
  db: Database,
  outcomes: readonly { readonly result: string }[],
): Promise<void> {
  if (db.engine !== 'pglite' || !outcomes.some(({ result }) => result === 'loaded' || result === 'refused'))
    return
  await db.execute(sql`analyze`)
  const { count } = await queryOne(
    db,
    CountRow,
    sql`select coalesce(sum(n_dead_tup), 0)::bigint as count
    from pg_stat_user_tables`,
  )
  if (count > minDeadRowsForVacuum) await db.execute(sql`vacuum`)
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
