import type { ApiError } from '#lib/api/call.ts'
import { t } from '#lib/i18n/strings.ts'
import { setParams } from '#lib/navigation/router.ts'
import { notify } from '#lib/page/snackbars.ts'
import { $filter, toParams } from './filter.ts'

/** The cursor before each page reached with Next; undefined is the first page. */
const previousCursors = new Map<string, string | undefined>()

export function showNextPage(nextCursor: string): void {
  previousCursors.set(nextCursor, $filter.get().cursor)
  setParams(toParams({ cursor: nextCursor }))
}

export const showFirstPage = () => setParams(toParams({}))

/** For `onError`: a cursor belongs to one revision of a list, so the first page of the new one is shown. */
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
