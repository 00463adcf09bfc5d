import { atom, computed } from 'nanostores'
import { listMembers } from '#contract/people/members.ts'
import { $caller } from '#lib/api/caller.ts'
import { createQuery } from '#lib/api/query.ts'

const memberPageSize = 50

export const $searchTerm = atom('')

const $memberQuery = computed([$caller, $searchTerm], (caller, search) =>
  caller === null ? null : { caller, search },
)

export const memberResults = createQuery($memberQuery, listMembers, ({ search }) => ({
  search,
  size: memberPageSize,
}))
