import { atom, computed } from 'nanostores'
import { maxPageSize } from '#contract/reports/reports.ts'
import { listVideos, readVideoTotals, type VideoPage, type VideoRow } from '#contract/reports/videos.ts'
import { $filter, pickListScope } from '#islands/reports/state/filter.ts'
import { report } from '#islands/reports/state/store.ts'
import { pickTime } from '#islands/reports/state/time.ts'
import { ApiError, call } from '#lib/api/call.ts'
import { $caller } from '#lib/api/caller.ts'
import { createQuery } from '#lib/api/query.ts'
import { t } from '#lib/i18n/strings.ts'
import { notify } from '#lib/page/snackbars.ts'
import { channelReport, extremes } from './store.ts'

const $listQuery = computed([$caller, $filter], (caller, { channel, search, sort, order, ...filter }) =>
  caller === null
    ? null
    : { caller, ...pickTime(filter), ...pickListScope(filter), channel, search, sort, order },
)

type ListQuery = NonNullable<ReturnType<typeof $listQuery.get>>

const toPageQuery = ({ caller: _, ...query }: ListQuery) => ({ ...query, size: maxPageSize })

/** Applies to all rows of the list, regardless of order. */
export const $listFilter = computed($listQuery, (asked) => {
  if (asked === null) return null
  const { sort: _, order: __, ...query } = asked
  return query
})

export const listTotals = createQuery($listFilter, readVideoTotals, ({ caller: _, ...query }) => query)

export const firstPage = createQuery($listQuery, listVideos, toPageQuery)

interface LoadedPages {
  listKey: string
  videos: readonly VideoRow[]
  nextCursor: string | null
  /** `outdated`: the list has changed since its first page. */
  nextState: 'unasked' | 'loading' | 'failed' | 'outdated'
}

const $loadedPages = atom<LoadedPages | null>(null)

const getListKey = (key: ListQuery, { revision }: VideoPage) => JSON.stringify([key, revision])

export const $videoRows = computed([firstPage.$state, $loadedPages], ({ result, error, isLoading }, rest) => {
  if (result === null) return null
  const { key, data } = result
  const { videos, nextCursor, ...page } = data
  const listKey = getListKey(key, data)
  const more: LoadedPages =
    rest?.listKey === listKey ? rest : { listKey, videos: [], nextCursor, nextState: 'unasked' }
  // A refetched list may have the same first page until the new revision arrives.
  const failed =
    error !== null || more.nextState === 'failed' || (more.nextState === 'outdated' && !isLoading)
  return {
    ...page,
    ...more,
    failed,
    key,
    first: data,
    videos: [...videos, ...more.videos],
  }
})

type VideoRows = NonNullable<ReturnType<typeof $videoRows.get>>

export async function loadMore(): Promise<void> {
  const rows = $videoRows.get()
  if (rows && (rows.nextState === 'unasked' || rows.nextState === 'failed')) await loadNextPage(rows)
}

async function loadNextPage(rows: VideoRows): Promise<void> {
  if (rows.nextCursor === null) return
  const loadedPages = toLoadedPages(rows)
  $loadedPages.set({ ...loadedPages, nextState: 'loading' })
  const isCurrent = () => $loadedPages.get()?.listKey === rows.listKey
  try {
    const page = await call(listVideos, { query: { ...toPageQuery(rows.key), cursor: rows.nextCursor } })
    if (isCurrent()) $loadedPages.set(appendPage(loadedPages, page))
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (!isCurrent()) return
    if (error.code === 'list_changed') restartList(loadedPages)
    else $loadedPages.set({ ...loadedPages, nextState: 'failed' })
  }
}

export function retry(): void {
  const rows = $videoRows.get()
  if (firstPage.$state.get().error) firstPage.reload()
  else if (rows) void loadNextPage(rows)
}

const toLoadedPages = ({ listKey, videos, first, nextCursor }: VideoRows): LoadedPages => ({
  listKey,
  videos: videos.slice(first.videos.length),
  nextCursor,
  nextState: 'unasked',
})

const appendPage = (loadedPages: LoadedPages, { videos, nextCursor }: VideoPage): LoadedPages => ({
  ...loadedPages,
  videos: [...loadedPages.videos, ...videos],
  nextCursor,
})

/** Keeps the old rows until the new first page arrives. */
function restartList(loadedPages: LoadedPages): void {
  notify('info', t('reports:renewed'))
  for (const { reload } of [firstPage, listTotals, extremes, report, channelReport]) reload()
  $loadedPages.set({ ...loadedPages, nextState: 'outdated' })
}
