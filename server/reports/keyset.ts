import type { SortOrder } from '#contract/reports.ts'
import type { CursorKey } from './cursor.ts'

/** Where a row stands in a sorted list; ties are in the order of the ids. */
export interface KeysetPosition {
  ids: CursorKey
  /** The sorted column as PostgreSQL writes it; null at the end of the list, where there is nothing to sort by. */
  key: string | null
}

/** A column that a list is sorted by, and its type. */
export interface SortColumn {
  column: string
  type: string
  /** Rows without a value come last, both ways. */
  nullable: boolean
}

/** The rows with something to sort by, or those without. */
export type KeysetPart = 'keyed' | 'rest'

/** A query for one order of a list; only words of the list's own table of columns get into its text. */
export const orderedQuery = (template: string, { column, type }: SortColumn, order: SortOrder): string =>
  template
    .replaceAll('SORTED', column)
    .replaceAll('TYPE', type)
    .replaceAll('DIRECTION', order)
    .replaceAll('BEYOND', order === 'asc' ? '>' : '<')

/** Some places after one, through both parts of a list. */
export async function readPositionsAfter(
  read: (part: KeysetPart, after: KeysetPosition | null, count: number) => Promise<KeysetPosition[]>,
  { nullable }: SortColumn,
  after: KeysetPosition | null,
  count: number,
): Promise<KeysetPosition[]> {
  const isInNulls = after !== null && after.key === null
  const withValue = isInNulls ? [] : await read('keyed', after, count)
  if (!nullable || withValue.length === count) return withValue
  return [...withValue, ...(await read('rest', isInNulls ? after : null, count - withValue.length))]
}
