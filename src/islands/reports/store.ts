import { computed } from 'nanostores'
import { listMembers, type Member } from '#contract/members.ts'
import { listVideos, type Period, readDashboard, type VideoSort } from '#contract/reports.ts'
import { ApiError, call } from '#lib/api.ts'
import { query } from '#lib/query.ts'
import { setParams } from '#lib/router.ts'
import { $isManager } from '#lib/session.ts'
import { notify } from '#lib/snackbars.ts'
import { paramsOf, type Sorting } from './filter.ts'
import { $filter, $scope } from './scope.ts'

const membersAtOnce = 200

const $report = computed([$scope, $filter], (scope, { period, member }) =>
  scope === null ? null : { scope, period, member },
)

const $page = computed([$scope, $filter], (scope, { period, member, sort, order, cursor }) =>
  scope === null ? null : { scope, period, member, sort, order, cursor },
)

const $network = computed([$scope, $isManager], (scope, manages) =>
  scope !== null && manages ? { scope } : null,
)

export const report = query($report, ({ period, member }, signal) =>
  call(readDashboard, { query: { period, member: member ?? undefined }, signal }),
)

export const videos = query($page, ({ period, member, sort, order, cursor }, signal) =>
  call(listVideos, {
    query: { period, member: member ?? undefined, sort, order, cursor: cursor ?? undefined },
    signal,
  }),
)

export const members = query($network, async (_, signal) => {
  try {
    return await listAllMembers(signal)
  } catch (error) {
    if (error instanceof ApiError) notify('error', error.message)
    throw error
  }
})

async function listAllMembers(signal: AbortSignal): Promise<Member[]> {
  const found: Member[] = []
  for (let page = 0; ; page += 1) {
    const reply = await call(listMembers, { query: { page, size: membersAtOnce }, signal })
    found.push(...reply.members)
    if (reply.members.length === 0 || found.length >= reply.total) return found
  }
}

export const choosePeriod = (period: Period) => setParams(paramsOf({ period }))

/** Channels that were chosen may not be the member's. */
export const chooseMember = (member: number | null) =>
  setParams({ ...paramsOf({ member }), ...(member !== null && { channel: undefined, channels: undefined }) })

export const sortVideos = (sorting: Sorting) => setParams(paramsOf(sorting))

/** By a column: first from the top, then the other way round. */
export function sortByColumn(column: VideoSort): void {
  const { sort, order } = $filter.get()
  sortVideos({ sort: column, order: sort === column && order === 'desc' ? 'asc' : 'desc' })
}

/** The page before each page that was reached with Next; null is the first. */
const pageBefore = new Map<string, string | null>()

export function showNextPage(nextCursor: string): void {
  pageBefore.set(nextCursor, $filter.get().cursor)
  setParams(paramsOf({ cursor: nextCursor }))
}

export const showFirstPage = () => setParams(paramsOf({}))

/** To the page before; to the first when the way here is not known. */
export function showPreviousPage(): void {
  const { cursor } = $filter.get()
  setParams(paramsOf({ cursor: (cursor && pageBefore.get(cursor)) ?? null }))
}
