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
  loading: boolean
  error: ApiError | null
}

const $rest = atom<Rest | null>(null)

/** A list is that of a question in one state of the figures. */
const nameOf = (question: ListQuestion, { revision }: VideoPage) => JSON.stringify([question, revision])

/** The list that is shown, as far as it has been loaded. */
export const $rows = computed([firstPage.$state, $rest], ({ answer, error }, rest) => {
  if (answer === null) return null
  const { question, data } = answer
  const { videos, nextCursor, ...page } = data
  const of = nameOf(question, data)
  const more = rest?.of === of ? rest : { of, videos: [], nextCursor, loading: false, error: null }
  return {
    ...page,
    ...more,
    error: more.error ?? error,
    question,
    first: data,
    videos: [...videos, ...more.videos],
  }
})

type Rows = NonNullable<ReturnType<typeof $rows.get>>

/** Loads the next page of the list, unless one is on its way. */
export async function loadMore(): Promise<void> {
  const rows = $rows.get()
  if (rows === null || rows.nextCursor === null || rows.loading) return
  const rest = restOf(rows)
  $rest.set({ ...rest, loading: true, error: null })
  const still = () => $rest.get()?.of === rows.of
  try {
    const page = await ask(rows.question, undefined, rows.nextCursor)
    if (!still()) return
    if (page.revision === rows.revision) $rest.set(extended(rest, page))
    else beginAnew()
  } catch (error) {
    const refused = error instanceof ApiError
    if (still()) $rest.set({ ...rest, loading: false, error: refused ? error : new ApiError('internal') })
    if (!refused) throw error
  }
}

/** After a failure: the next page, or the first one of a list that was about to begin anew. */
export function tryAgain(): void {
  if ($rows.get()?.loading) firstPage.reload()
  else void loadMore()
}

const restOf = ({ of, videos, first, nextCursor }: Rows): Rest => ({
  of,
  videos: videos.slice(first.videos.length),
  nextCursor,
  loading: false,
  error: null,
})

const extended = (rest: Rest, { videos, nextCursor }: VideoPage): Rest => ({
  ...rest,
  videos: [...rest.videos, ...videos],
  nextCursor,
})

/** Pages of two states of the figures do not fit together. What is shown stays until the new first page is there. */
function beginAnew(): void {
  notify('info', t('video-report:renewed'))
  for (const { reload } of [firstPage, extremes, report, channelReport]) reload()
}
