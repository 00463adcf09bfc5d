import type { Database } from '#server/db/connect.ts'
import type { FileOutcome } from './import-files.ts'

/**
 * The embedded database has nobody who looks after it: its statistics are made anew after an import, and what many
 * rows have left behind is freed.
 */
export async function tidy(db: Database, outcomes: readonly FileOutcome[]): Promise<void> {
  if (db.engine !== 'pglite' || !outcomes.some(({ result }) => result === 'loaded' || result === 'refused'))
    return
  await db.exec('analyze')
  const [dead] = await db.query<{ rows: number }>(
    `select coalesce(sum(n_dead_tup), 0)::bigint as rows
    from pg_stat_user_tables`,
  )
  if (dead && dead.rows > vacuumFrom) await db.query('vacuum')
}

const vacuumFrom = 50_000
