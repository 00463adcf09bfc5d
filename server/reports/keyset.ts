import * as z from 'zod/mini'
import type { SortOrder } from '#contract/reports.ts'
import { empty, join, type Sql, sql } from '#server/db/sql.ts'

export const KeysetPosition = z.object({
  ids: z.array(z.string()),
  /** Sort column value as text; rows with null come last. */
  sortKey: z.nullable(z.string()),
})
export type KeysetPosition = z.output<typeof KeysetPosition>

export interface SortColumn {
  column: Sql
  type: Sql
  isNullable: boolean
}

export interface Sorting extends SortColumn {
  idColumns: readonly Sql[]
  order: SortOrder
}

/** SQL fragments for the rows after a position: either those with a sort value or those without. */
export interface KeysetSlice {
  condition: Sql
  orderBy: Sql
}

export const positionColumns = ({ idColumns, column }: Pick<Sorting, 'idColumns' | 'column'>): Sql =>
  sql`array[${join(idColumns)}] as ids,
    ${column}::text as "sortKey"`

/** Keyset pagination, nulls last in both directions: one query for rows with a sort value, then one for the rest. */
export async function readAfterPosition(
  sorting: Sorting,
  after: KeysetPosition | null,
  count: number,
  read: (slice: KeysetSlice, limit: number) => Promise<KeysetPosition[]>,
): Promise<KeysetPosition[]> {
  const isInNulls = after !== null && after.sortKey === null
  const withValue = isInNulls ? [] : await read(sliceWithValues(sorting, after), count)
  if (!sorting.isNullable || withValue.length === count) return withValue
  const withoutValue = sliceWithoutValues(sorting, isInNulls ? after : null)
  return [...withValue, ...(await read(withoutValue, count - withValue.length))]
}

function sliceWithValues(
  { column, type, idColumns, order }: Sorting,
  after: KeysetPosition | null,
): KeysetSlice {
  const direction = order === 'desc' ? sql`desc` : sql`asc`
  const beyond = order === 'desc' ? sql`<` : sql`>`
  const key = [column, ...idColumns]
  return {
    condition: sql`${column} is not null
    ${after ? sql`and (${join(key)}) ${beyond} (${after.sortKey}::${type}, ${joinIds(after)})` : empty}`,
    orderBy: sql`order by ${join(key.map((part) => sql`${part} ${direction}`))}`,
  }
}

const sliceWithoutValues = ({ column, idColumns }: Sorting, after: KeysetPosition | null): KeysetSlice => ({
  condition: sql`${column} is null
    ${after ? sql`and (${join(idColumns)}) > (${joinIds(after)})` : empty}`,
  orderBy: sql`order by ${join(idColumns)}`,
})

const joinIds = ({ ids }: KeysetPosition): Sql => join(ids.map((id) => sql`${id}::text`))
