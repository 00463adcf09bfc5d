import { computed } from 'nanostores'
import { approveMember, inviteMember } from '#contract/people/member-management.ts'
import {
  listMembers,
  type Member,
  type MemberFilter,
  type MemberSort,
  maxMemberPageSize,
} from '#contract/people/members.ts'
import type { SortOrder } from '#contract/reports/reports.ts'
import type { DialogItem } from '#islands/kit/dialogs/ItemDialog.tsx'
import { ApiError, call } from '#lib/api/call.ts'
import { $caller } from '#lib/api/caller.ts'
import { createQuery, isSameKey } from '#lib/api/query.ts'
import { may } from '#lib/api/session.ts'
import { t } from '#lib/i18n/strings.ts'
import { $dialogItemId } from '#lib/navigation/active-dialog.ts'
import { $params, $path, setParams } from '#lib/navigation/router.ts'
import { notify } from '#lib/page/snackbars.ts'
import { parseFilter, toParams } from './filter.ts'

/** Null for non-managers, and on other views, whose parameters have other meanings. */
export const $callingManager = computed([$caller, may('members.read'), $path], (caller, seesMembers, path) =>
  seesMembers && path === '/manage-member' ? caller : null,
)

export const $filter = computed($params, (params) => parseFilter(params))

const $listQuery = computed([$callingManager, $filter], (caller, filter) =>
  caller === null ? null : { caller, ...filter },
)

export const memberList = createQuery(
  $listQuery,
  listMembers,
  ({ caller: _, ...query }) => ({ figures: 'month' as const, ...query }),
  { onError: ({ message }) => notify('error', message) },
)

/** Reads the members of all pages that the filter matches; null if the list shows something else by then. */
export async function readMatchingMembers(limit: number): Promise<Member[] | null> {
  const { search, state } = $filter.get()
  const members: Member[] = []
  for (let page = 0; members.length < limit; page++) {
    const query = { search, state, page, size: maxMemberPageSize }
    const reply = await call(listMembers, { query })
    members.push(...reply.members)
    if (reply.members.length < maxMemberPageSize) break
  }
  const now = $filter.get()
  return now.search === search && now.state === state ? members : null
}

export const $dialogMember = computed(
  [$dialogItemId, memberList.$state],
  (id, { key, result, isLoading }): DialogItem<Member> => {
    const item = result?.data.members.find((member) => member.id === id) ?? null
    const isCurrent = result !== null && !isLoading && isSameKey(result.key, key)
    return { item, isMissing: id !== null && item === null && isCurrent, error: null }
  },
)

async function changeMember(change: () => Promise<unknown>, message: string): Promise<void> {
  try {
    await change()
    notify('success', message)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    notify('error', error.message)
  }
  memberList.reload()
}

export const approve = ({ id, nickname }: Member): Promise<void> =>
  changeMember(() => call(approveMember, { body: { target: id } }), t('members:approved', { name: nickname }))

export const inviteAgain = ({ id, nickname }: Member): Promise<void> =>
  changeMember(() => call(inviteMember, { body: { target: id } }), t('members:invited', { name: nickname }))

export const impersonate = async (member: Member): Promise<void> =>
  (await import('#islands/people/impersonation/impersonate.ts')).impersonate(member)

export function searchMembers(search: string): void {
  const replace = search !== '' && $filter.get().search !== ''
  setParams(toParams({ search }), { replace })
}

/** Names sort from the first, everything else from the most or newest; a second choice reverses the order. */
export function sortBy(sort: MemberSort): void {
  const filter = $filter.get()
  const reversed = filter.order === 'asc' ? 'desc' : 'asc'
  const first = sort === 'name' ? 'asc' : 'desc'
  setOrder(sort, filter.sort === sort ? reversed : first)
}

export const setOrder = (sort: MemberSort, order: SortOrder) => setParams(toParams({ sort, order }))
export const showMonth = (month: string | undefined) => setParams(toParams({ month }))
export const showPage = (page: number) => setParams(toParams({ page }))
export const filterByState = (state: MemberFilter | undefined) => setParams(toParams({ state }))
export const clearFilters = () => setParams(toParams({ search: '', state: undefined }))
