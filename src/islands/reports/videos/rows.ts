import { atom, computed } from 'nanostores'
import { listVideos, type VideoPage, type VideoRow } from '#contract/reports.ts'
import { $filter, $scope } from '#islands/reports/scope.ts'
import { report } from '#islands/reports/store.ts'
import { ApiError, call } from '#lib/api.ts'
import { query } from '#lib/query.ts'
import { notify } from '#lib/snackbars.ts'
import { t } from '#lib/strings.ts'
import { channelReport, extremes } from './store.ts'

const pageSize = 100

const $list = computed([$scope, $filter], (scope, { period, member, channel, search, sort, order }) =>
  scope === null ? null : { scope, period, member, channel, search, sort, order },
)

type ListQuestion = NonNullable<ReturnType<typeof $list.get>>

const ask = (
  { scope: _, member, channel, search, ...rest }: ListQuestion,
  signal?: AbortSignal,
  cursor?: string,
) =>
  call(listVideos, {
    query: {
      ...rest,
      member: member ?? undefined,
      channel: channel ?? undefined,
      search: search || undefined,
      size: pageSize,
      cursor,
    },
    ...(signal && { signal }),
  })

export const firstPage = query($list, (question, signal) => ask(question, signal))

/** What follows the first page of a list, as far as it has been loaded. */
interface Rest {
  /** The list that it belongs to. */
  of: string
  videos: readonly VideoRow[]
  nextCursor: string | null
  /** What became of its next page: one that is outdated is of another state of the figures than the list. */
  next: 'unasked' | 'loading' | 'failed' | 'outdated'
}

const $rest = atom<Rest | null>(null)

/** A list is that of a question in one state of the figures. */
const nameOf = (question: ListQuestion, { revision }: VideoPage) => JSON.stringify([question, revision])

/** The list that is shown, as far as it has been loaded. */
export const $rows = computed([firstPage.$state, $rest], ({ answer, error, loading }, rest) => {
  if (answer === null) return null
  const { question, data } = answer
  const { videos, nextCursor, ...page } = data
  const of = nameOf(question, data)
  const more: Rest = rest?.of === of ? rest : { of, videos: [], nextCursor, next: 'unasked' }
  // An outdated list may begin anew with the same first page: the new one was not there yet.
  const failed = error !== null || more.next === 'failed' || (more.next === 'outdated' && !loading)
  return {
    ...page,
    ...more,
    failed,
    question,
    first: data,
    videos: [...videos, ...more.videos],
  }
})

type Rows = NonNullable<ReturnType<typeof $rows.get>>

/** Loads the next page of the list, unless one is on its way or the list has to begin anew. */
export async function loadMore(): Promise<void> {
  const rows = $rows.get()
  if (rows && (rows.next === 'unasked' || rows.next === 'failed')) await loadNext(rows)
}

async function loadNext(rows: Rows): Promise<void> {
  if (rows.nextCursor === null) return
  const rest = restOf(rows)
  $rest.set({ ...rest, next: 'loading' })
  const still = () => $rest.get()?.of === rows.of
  try {
    const page = await ask(rows.question, undefined, rows.nextCursor)
    if (!still()) return
    if (page.revision === rows.revision) $rest.set(extended(rest, page))
    else beginAnew(rest)
  } catch (error) {
    if (still()) $rest.set({ ...rest, next: 'failed' })
    if (!(error instanceof ApiError)) throw error
  }
}

/** After a failure: the first page where that was it, else the next one. */
export function tryAgain(): void {
  const rows = $rows.get()
  if (firstPage.$state.get().error) firstPage.reload()
  else if (rows) void loadNext(rows)
}

const restOf = ({ of, videos, first, nextCursor }: Rows): Rest => ({
  of,
  videos: videos.slice(first.videos.length),
  nextCursor,
  next: 'unasked',
})

const extended = (rest: Rest, { videos, nextCursor }: VideoPage): Rest => ({
  ...rest,
  videos: [...rest.videos, ...videos],
  nextCursor,
})

/** Pages of two states of the figures do not fit together. What is shown stays until the new first page is there. */
function beginAnew(rest: Rest): void {
  notify('info', t('video-report:renewed'))
  for (const { reload } of [firstPage, extremes, report, channelReport]) reload()
  $rest.set({ ...rest, next: 'outdated' })
}
