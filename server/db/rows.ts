import * as z from 'zod/mini'
import type { Queryable, RowSchema } from './database.ts'
import type { Sql } from './sql.ts'

export const Id = z.int()
/** An `int8` or `int4`; the drivers reject what JavaScript cannot hold exactly. */
export const Integer = z.int()
export const Count = z.int().check(z.nonnegative())
/** A `date`: `YYYY-MM-DD`. */
export const Day = z.string().check(z.regex(/^\d{4,}-\d\d-\d\d$/))
/** A `timestamptz`: ISO 8601 in UTC, `2026-11-22T02:45:00.000Z`. */
export const Timestamp = z.string().check(z.regex(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/))

export const IdRow = z.object({ id: Id })
export const CountRow = z.object({ count: Count })

/** A row that does not match its schema: a bug in the statement or the schema. Names columns, never their values. */
export class RowError extends Error {}

/** @throws {RowError} */
export function parseRows<Row extends RowSchema>(
  schema: Row,
  rows: readonly object[],
  statement: Sql,
): z.output<Row>[] {
  return rows.map((row) => {
    const result = z.safeParse(schema, row)
    if (result.success) return result.data
    const columns = result.error.issues.map(({ path, code }) => `${path.join('.') || 'row'}: ${code}`)
    throw new RowError(`Unexpected row (${columns.join(', ')}) from: ${statement.text.trim()}`)
  })
}

/** The single row of a statement that always returns one, such as an aggregate. */
export async function queryOne<Row extends RowSchema>(
  db: Pick<Queryable, 'query'>,
  schema: Row,
  statement: Sql,
): Promise<z.output<Row>> {
  const rows = await db.query(schema, statement)
  const [row] = rows
  if (row === undefined || rows.length > 1)
    throw new RowError(`Expected one row, got ${rows.length}, from: ${statement.text.trim()}`)
  return row
}
