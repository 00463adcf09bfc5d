import type { Database } from '#server/platform/db/database.ts'
import { CountRow, queryOne } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'

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
