import { computed } from 'nanostores'
import { listMembers, type Member, maxMemberPageSize } from '#contract/members.ts'
import { listVideos, type Period, readDashboard, type VideoSort } from '#contract/reports.ts'
import { call } from '#lib/api/call.ts'
import { createQuery, createQueryFrom } from '#lib/api/query.ts'
import { $scope } from '#lib/api/scope.ts'
import { $isManager } from '#lib/api/session.ts'
import { setParams } from '#lib/navigation/router.ts'
import { notify } from '#lib/page/snackbars.ts'
import { $filter, toParams, type VideoSorting } from './filter.ts'

const $reportQuery = computed([$scope, $filter], (scope, { period, member }) =>
  scope === null ? null : { scope, period, member },
)

const $videosQuery = computed([$scope, $filter], (scope, { period, member, sort, order, cursor }) =>
  scope === null ? null : { scope, period, member, sort, order, cursor },
)

const $membersQuery = computed([$scope, $isManager], (scope, manages) =>
  scope !== null && manages ? { scope } : null,
)

export const report = createQuery($reportQuery, readDashboard, ({ scope: _, ...query }) => query)

export const videos = createQuery($videosQuery, listVideos, ({ scope: _, ...query }) => query)

export const members = createQueryFrom($membersQuery, {
  load: (_, options) => fetchAllMembers(options),
  onError: ({ message }) => notify('error', message),
})

async function fetchAllMembers(options: { signal: AbortSignal; fresh: boolean }): Promise<Member[]> {
  const found: Member[] = []
  for (let page = 0; ; page += 1) {
    const response = await call(listMembers, { query: { page, size: maxMemberPageSize }, ...options })
    found.push(...response.members)
    if (response.members.length === 0 || found.length >= response.total) return found
  }
}

export const setPeriod = (period: Period) => setParams(toParams({ period }))

/** Channels that were chosen may not be the member's. */
export const setMember = (member?: number) =>
  setParams({
    ...toParams({ member }),
    ...(member !== undefined && { channel: undefined, channels: undefined }),
  })

export const sortVideos = (sorting: VideoSorting) => setParams(toParams(sorting))

/** By a column: first from the top, then the other way round. */
export function sortByColumn(column: VideoSort): void {
  const { sort, order } = $filter.get()
  sortVideos({ sort: column, order: sort === column && order === 'desc' ? 'asc' : 'desc' })
}

/** The page before each page that was reached with Next; undefined is the first. */
const previousCursors = new Map<string, string | undefined>()

export function showNextPage(nextCursor: string): void {
  previousCursors.set(nextCursor, $filter.get().cursor)
  setParams(toParams({ cursor: nextCursor }))
}

export const showFirstPage = () => setParams(toParams({}))

/** To the page before; to the first when the way here is not known. */
export function showPreviousPage(): void {
  const { cursor } = $filter.get()
  setParams(toParams({ cursor: cursor && previousCursors.get(cursor) }))
}
