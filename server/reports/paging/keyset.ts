import * as z from 'zod/mini'
import type { SortOrder } from '#contract/reports/reports.ts'
import { empty, join, type Sql, sql } from '#server/platform/db/sql.ts'

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

/** The rows after a position: either those with a sort value or those without. */
export interface KeysetSlice {
  condition: Sql
  /** `order by`: of the sorted rows, or of what holds their sort value and ids in other columns. */
  orderBy(columns?: Pick<Sorting, 'column' | 'idColumns'>): Sql
}

export const positionColumns = ({ idColumns, column }: Pick<Sorting, 'idColumns' | 'column'>): Sql =>
  sql`array[${join(idColumns)}] as ids,
    ${column}::text as "sortKey"`

/** Keyset pagination, nulls last in both directions: one query for rows with a sort value, then one for the rest. */
export async function readAfterPosition<Row>(
  sorting: Sorting,
  after: KeysetPosition | null,
  count: number,
  read: (slice: KeysetSlice, limit: number) => Promise<Row[]>,
): Promise<Row[]> {
  const isInNulls = after !== null && after.sortKey === null
  const withValue = isInNulls ? [] : await read(sliceWithValues(sorting, after), count)
  if (!sorting.isNullable || withValue.length === count) return withValue
  const withoutValue = sliceWithoutValues(sorting, isInNulls ? after : null)
  return [...withValue, ...(await read(withoutValue, count - withValue.length))]
}

function sliceWithValues(sorting: Sorting, after: KeysetPosition | null): KeysetSlice {
  const { column, type, order } = sorting
  const direction = order === 'desc' ? sql`desc` : sql`asc`
  const beyond = order === 'desc' ? sql`<` : sql`>`
  const listKey = (columns: Pick<Sorting, 'column' | 'idColumns'>) => [columns.column, ...columns.idColumns]
  return {
    condition: sql`${column} is not null
    ${after ? sql`and (${join(listKey(sorting))}) ${beyond} (${after.sortKey}::${type}, ${joinIds(after)})` : empty}`,
    orderBy: (columns = sorting) =>
      sql`order by ${join(listKey(columns).map((part) => sql`${part} ${direction}`))}`,
  }
}

const sliceWithoutValues = (sorting: Sorting, after: KeysetPosition | null): KeysetSlice => ({
  condition: sql`${sorting.column} is null
    ${after ? sql`and (${join(sorting.idColumns)}) > (${joinIds(after)})` : empty}`,
  orderBy: ({ idColumns } = sorting) => sql`order by ${join(idColumns)}`,
})

const plannedLimits = [21, 51, 101]

/** The smallest limit of statements that are planned once which is enough; undefined: plan it for the limit. */
export const findPlannedLimit = (limit: number): number | undefined =>
  plannedLimits.find((planned) => planned >= limit)

const joinIds = ({ ids }: KeysetPosition): Sql => join(ids.map((id) => sql`${id}::text`))
