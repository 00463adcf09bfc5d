import type { SortOrder } from '#contract/reports.ts'
import type { Mark } from './cursor.ts'

/** Where a row stands in a sorted list; ties are in the order of the ids. */
export interface Place {
  ids: Mark
  /** The sorted column as PostgreSQL writes it; null at the end of the list, where there is nothing to sort by. */
  key: string | null
}

/** A column that a list is sorted by, and its type. */
export interface SortedColumn {
  column: string
  type: string
  /** Rows without a value come last, both ways. */
  nullable: boolean
}

/** The rows with something to sort by, or those without. */
export type Part = 'keyed' | 'rest'

/** A query for one order of a list; only words of the list's own table of columns get into its text. */
export const inOrder = (template: string, { column, type }: SortedColumn, order: SortOrder): string =>
  template
    .replaceAll('SORTED', column)
    .replaceAll('TYPE', type)
    .replaceAll('DIRECTION', order)
    .replaceAll('BEYOND', order === 'asc' ? '>' : '<')

/** Some places after one, through both parts of a list. */
export async function placesAfter(
  read: (part: Part, after: Place | null, count: number) => Promise<Place[]>,
  { nullable }: SortedColumn,
  after: Place | null,
  count: number,
): Promise<Place[]> {
  const inRest = after !== null && after.key === null
  const keyed = inRest ? [] : await read('keyed', after, count)
  if (!nullable || keyed.length === count) return keyed
  return [...keyed, ...(await read('rest', inRest ? after : null, count - keyed.length))]
}
