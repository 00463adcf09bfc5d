import { setParams } from '#lib/navigation/router.ts'
import { $filter, toParams } from './filter.ts'

/** The cursor before each page reached with Next; undefined is the first page. */
const previousCursors = new Map<string, string | undefined>()

export function showNextPage(nextCursor: string): void {
  previousCursors.set(nextCursor, $filter.get().cursor)
  setParams(toParams({ cursor: nextCursor }))
}

export const showFirstPage = () => setParams(toParams({}))

/** Falls back to the first page if this one was opened by URL. */
export function showPreviousPage(): void {
  const { cursor } = $filter.get()
  setParams(toParams({ cursor: cursor && previousCursors.get(cursor) }))
}
