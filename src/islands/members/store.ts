import { computed } from 'nanostores'
import { listMembers, type Member } from '#contract/members.ts'
import { ApiError, call } from '#lib/api.ts'
import { query, sameQuestion } from '#lib/query.ts'
import { $params, $path, setParams } from '#lib/router.ts'
import { $session, $user } from '#lib/session.ts'
import { $site } from '#lib/site.ts'
import { notify } from '#lib/snackbars.ts'
import { filterOf, paramsOf } from './filter.ts'
import { $opened } from './opened.ts'

/** Which manager is asking, on which site; null until both are known, and on other views, whose addresses say other things. */
export const $scope = computed([$session, $user, $site, $path], (token, user, site, path) =>
  token && user?.permission_flag === 1 && site && path === '/manage-member'
    ? JSON.stringify([token, user.id, site.domain])
    : null,
)

export const $filter = computed($params, filterOf)

const $listed = computed([$scope, $filter], (scope, filter) => (scope === null ? null : { scope, ...filter }))

export const list = query($listed, async ({ search, page }, signal) => {
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

interface OpenedMember {
  readonly member: Member | null
  /** The list has been answered without this member. */
  readonly gone: boolean
}

/** The member that the open dialog is about: one of the list. */
export const $openedMember = computed(
  [$opened, list.$state],
  (opened, { question, answer, loading }): OpenedMember => {
    const id = opened && 'id' in opened ? opened.id : null
    const member = answer?.data.members.find((one) => one.id === id) ?? null
    const isNewest = answer !== null && !loading && sameQuestion(answer.question, question)
    return { member, gone: id !== null && member === null && isNewest }
  },
)

/** A search that is being put right is one entry in the history. */
export function searchMembers(search: string): void {
  const replace = search !== '' && $filter.get().search !== ''
  setParams(paramsOf({ search }), { replace })
}

export const showPage = (page: number) => setParams(paramsOf({ page }))
export const showAll = () => setParams(paramsOf({ search: '' }))
