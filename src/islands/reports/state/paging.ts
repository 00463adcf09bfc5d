import type { ApiError } from '#lib/api/call.ts'
import { formatNumber } from '#lib/format/number.ts'
import { formatRange } from '#lib/format/range.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import { setParams } from '#lib/navigation/router.ts'
import { notify } from '#lib/page/snackbars.ts'
import { $filter, toParams } from './filter.ts'

/** Maps the cursor of each page reached with Next to that of the page before; undefined is the first page. */
const previousCursors = new Map<string, string | undefined>()

export function showNextPage(nextCursor: string): void {
  previousCursors.set(nextCursor, $filter.get().cursor)
  setParams(toParams({ cursor: nextCursor }))
}

/** Counts the pages before this one; null if it was opened by its address, which does not give a position. */
function countPagesBefore(cursor: string | undefined): number | null {
  let count = 0
  for (let at = cursor; at !== undefined; at = previousCursors.get(at), count += 1)
    if (!previousCursors.has(at)) return null
  return count
}

interface Position {
  rows: number
  total: number | undefined
  /** Size of a page. */
  size: number
}

/** Formats `21–40 / 270`, for example. */
export function formatPosition({ rows, total, size }: Position): string | undefined {
  const before = countPagesBefore($filter.get().cursor)
  if (before === null || total === undefined) return undefined
  const format = (number: number) => formatNumber(number, locale())
  const first = before * size + 1
  return `${formatRange(format(first), format(first + rows - 1), locale())} / ${format(total)}`
}

export const showFirstPage = () => setParams(toParams({}))

/** Handles `onError`: a cursor belongs to one revision of a list, so the first page of the new one is shown. */
export function restartPages({ code }: ApiError): void {
  if (code !== 'list_changed') return
  notify('info', t('reports:renewed'))
  setParams(toParams({}), { replace: true })
}

/** Falls back to the first page if this one was opened by URL. */
export function showPreviousPage(): void {
  const { cursor } = $filter.get()
  setParams(toParams({ cursor: cursor && previousCursors.get(cursor) }))
}
