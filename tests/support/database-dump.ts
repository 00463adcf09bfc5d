import * as z from 'zod/mini'
import { selectTables } from '#server/operations/backup/tables.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { queryOne } from '#server/platform/db/rows.ts'
import { quoteName, sql } from '#server/platform/db/sql.ts'
import { queryRaw } from './raw-sql.ts'

const RowState = z.object({ hasRows: z.boolean() })

const materializedLists = ['video_period', 'channel_period', 'track_order']

/**
 * Dumps every row of every table in a backup, and of the lists derived from them, except for the audit entry of a
 * restore.
 */
export async function dumpRows(db: Queryable): Promise<Record<string, string[]>> {
  const all: Record<string, string[]> = {}
  for (const name of [...(await selectTables(db)).map(({ name }) => name), ...materializedLists]) {
    const condition = name === 'audit_log' ? `where action <> 'restore'` : ''
    const text = `select to_jsonb(t)::text as row from ${name} t ${condition} order by 1`
    const rows = await queryRaw<{ row: string }>(db, text)
    all[name] = rows.map(({ row }) => row)
  }
  return all
}

/** Tables that contain rows in every new database. */
const seededTables = ['report_state', 'moods']

/** Finds tables with rows, except for those that contain some in every new database. */
export async function findFilledTables(db: Queryable): Promise<string[]> {
  const filled: string[] = []
  for (const { name } of await selectTables(db)) {
    const { hasRows } = await queryOne(
      db,
      RowState,
      sql`select exists (select from only ${quoteName(name)}) as "hasRows"`,
    )
    if (hasRows && !seededTables.includes(name)) filled.push(name)
  }
  return filled
}
