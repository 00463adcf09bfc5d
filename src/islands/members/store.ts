import { computed } from 'nanostores'
import { listMembers, type Member } from '#contract/members.ts'
import { ApiError, call } from '#lib/api/call.ts'
import { createQuery, isSameKey } from '#lib/api/query.ts'
import { $token, $user } from '#lib/api/session.ts'
import { $params, $path, setParams } from '#lib/navigation/router.ts'
import { notify } from '#lib/page/snackbars.ts'
import { $site } from '#lib/site/site.ts'
import { $activeDialog } from './dialog-state.ts'
import { parseFilter, toParams } from './filter.ts'

/** Which manager is asking, on which site; null until both are known, and on other views, whose addresses say other things. */
export const $scope = computed([$token, $user, $site, $path], (token, user, site, path) =>
  token && user?.permission_flag === 1 && site && path === '/manage-member'
    ? JSON.stringify([token, user.id, site.domain])
    : null,
)

export const $filter = computed($params, parseFilter)

const $listQuery = computed([$scope, $filter], (scope, filter) =>
  scope === null ? null : { scope, ...filter },
)

export const memberList = createQuery($listQuery, async ({ search, page }, signal) => {
  try {
    return await call(listMembers, {
      query: { search: search || undefined, page: page || undefined },
      signal,
    })
  } catch (error) {
    if (error instanceof ApiError) notify('error', error.message)
    throw error
  }
})

interface DialogMember {
  readonly member: Member | null
  /** The list has been answered without this member. */
  readonly isMissing: boolean
}

/** The member that the open dialog is about: one of the list. */
export const $dialogMember = computed(
  [$activeDialog, memberList.$state],
  (opened, { key, result, isLoading }): DialogMember => {
    const id = opened && 'id' in opened ? opened.id : null
    const member = result?.data.members.find((one) => one.id === id) ?? null
    const isCurrent = result !== null && !isLoading && isSameKey(result.key, key)
    return { member, isMissing: id !== null && member === null && isCurrent }
  },
)

/** A search that is being put right is one entry in the history. */
export function searchMembers(search: string): void {
  const replace = search !== '' && $filter.get().search !== ''
  setParams(toParams({ search }), { replace })
}

export const showPage = (page: number) => setParams(toParams({ page }))
export const clearSearch = () => setParams(toParams({ search: '' }))
