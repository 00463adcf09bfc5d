import * as z from 'zod/mini'
import type { Queryable, QueryOptions, RowSchema } from './database.ts'
import type { Sql } from './sql.ts'

export const Id = z.int()
/** `int8` or `int4`; the drivers reject values that JavaScript cannot hold exactly. */
export const Integer = z.int()
export const Count = z.int().check(z.nonnegative())
export const Day = z.string().check(z.regex(/^\d{4,}-\d\d-\d\d$/))
export const Timestamp = z.string().check(z.regex(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/))

export const IdRow = z.object({ id: Id })
export const CountRow = z.object({ count: Count })

/** A bug in the statement or the schema. Names columns, never their values. */
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

export async function queryOne<Row extends RowSchema>(
  db: Pick<Queryable, 'query'>,
  schema: Row,
  statement: Sql,
  options?: QueryOptions,
): Promise<z.output<Row>> {
  const rows = await db.query(schema, statement, options)
  const [row] = rows
  if (row === undefined || rows.length > 1)
    throw new RowError(`Expected one row, got ${rows.length}, from: ${statement.text.trim()}`)
  return row
}
