import type { Database } from '#server/db/database.ts'

/**
 * The embedded database has nobody who looks after it: its statistics are made anew after an import, and what many
 * rows have left behind is freed.
 */
export async function vacuumAnalyze(
  db: Database,
  outcomes: readonly { readonly result: string }[],
): Promise<void> {
  if (db.engine !== 'pglite' || !outcomes.some(({ result }) => result === 'loaded' || result === 'refused'))
    return
  await db.exec('analyze')
  const [dead] = await db.query<{ rows: number }>(
    `select coalesce(sum(n_dead_tup), 0)::bigint as rows
    from pg_stat_user_tables`,
  )
  if (dead && dead.rows > minDeadRowsForVacuum) await db.query('vacuum')
}

const minDeadRowsForVacuum = 50_000

const maxEmbeddedFacts = 10_000_000

/** How many facts count when they are more than the embedded database is made for; null when all is well. */
export async function countFactsOverCapacity(db: Database): Promise<number | null> {
  if (db.engine !== 'pglite') return null
  const [sum] = await db.query<{ rows: number }>(
    `select coalesce(sum(row_count), 0)::bigint as rows
    from report_loads
    where state = 'current'
      and report_type in ('activity', 'revenue')`,
  )
  return sum && sum.rows > maxEmbeddedFacts ? sum.rows : null
}
