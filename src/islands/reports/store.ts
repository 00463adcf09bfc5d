import { computed } from 'nanostores'
import { listMembers, type Member, maxMemberPageSize } from '#contract/members.ts'
import { type Period, readDashboard } from '#contract/reports.ts'
import { call } from '#lib/api/call.ts'
import { $caller } from '#lib/api/caller.ts'
import { createQuery, createQueryFrom } from '#lib/api/query.ts'
import { $isManager } from '#lib/api/session.ts'
import { setParams } from '#lib/navigation/router.ts'
import { notify } from '#lib/page/snackbars.ts'
import { $filter, toParams } from './filter.ts'

const $reportQuery = computed([$caller, $filter], (caller, { period, member }) =>
  caller === null ? null : { caller, period, member },
)

const $membersQuery = computed([$caller, $isManager], (caller, manages) =>
  caller !== null && manages ? { caller } : null,
)

export const report = createQuery($reportQuery, readDashboard, ({ caller: _, ...query }) => query)

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
