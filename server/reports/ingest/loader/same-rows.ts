import * as z from 'zod/mini'
import type { Queryable } from '#server/platform/db/database.ts'
import { queryOne } from '#server/platform/db/rows.ts'
import { empty, type Sql, sql } from '#server/platform/db/sql.ts'

/** A table with the rows of loads. */
export interface RowTable {
  name: Sql
  /** What makes two rows count for the same. */
  columns: Sql
}

const ComparisonRow = z.object({ isSame: z.boolean() })

/** Compares two loads with the same number of rows, whose order does not matter. `day`: of the rows of both. */
export async function haveSameRows(
  db: Queryable,
  { name, columns }: RowTable,
  [one, other]: readonly [number, number],
  day?: string,
): Promise<boolean> {
  const select = (loadId: number) =>
    sql`select ${columns} from ${name} where load_id = ${loadId}${day === undefined ? empty : sql` and day = ${day}`}`
  const { isSame } = await queryOne(
    db,
    ComparisonRow,
    sql`select not exists (${select(one)} except all ${select(other)}) as "isSame"`,
  )
  return isSame
}
