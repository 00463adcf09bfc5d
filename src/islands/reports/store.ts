import { computed } from 'nanostores'
import { listMembers, type Member, maxMemberPageSize } from '#contract/members.ts'
import { listVideos, type Period, readDashboard, type VideoSort } from '#contract/reports.ts'
import { call } from '#lib/api/call.ts'
import { $caller } from '#lib/api/caller.ts'
import { createQuery, createQueryFrom } from '#lib/api/query.ts'
import { $isManager } from '#lib/api/session.ts'
import { setParams } from '#lib/navigation/router.ts'
import { notify } from '#lib/page/snackbars.ts'
import { $filter, toParams, type VideoSorting } from './filter.ts'

const $reportQuery = computed([$caller, $filter], (caller, { period, member }) =>
  caller === null ? null : { caller, period, member },
)

const $videosQuery = computed([$caller, $filter], (caller, { period, member, sort, order, cursor }) =>
  caller === null ? null : { caller, period, member, sort, order, cursor },
)

const $membersQuery = computed([$caller, $isManager], (caller, manages) =>
  caller !== null && manages ? { caller } : null,
)

export const report = createQuery($reportQuery, readDashboard, ({ caller: _, ...query }) => query)

export const videos = createQuery($videosQuery, listVideos, ({ caller: _, ...query }) => query)

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

/** Clears selected channels: they may not belong to the member. */
export const setMember = (member?: number) =>
  setParams({
    ...toParams({ member }),
    ...(member !== undefined && { channel: undefined, channels: undefined }),
  })

export const sortVideos = (sorting: VideoSorting) => setParams(toParams(sorting))

export function sortByColumn(column: VideoSort): void {
  const { sort, order } = $filter.get()
  sortVideos({ sort: column, order: sort === column && order === 'desc' ? 'asc' : 'desc' })
}

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
