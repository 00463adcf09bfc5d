import { atom, computed } from 'nanostores'
import { listMembers } from '#contract/members.ts'
import { createQuery } from '#lib/api/query.ts'
import { $scope } from '#lib/api/scope.ts'

const memberPageSize = 50

/** What members are looked for by; empty finds everybody. */
export const $searchTerm = atom('')

const $memberQuery = computed([$scope, $searchTerm], (scope, search) =>
  scope === null ? null : { scope, search },
)

/** The first members of the network that are found. */
export const memberResults = createQuery($memberQuery, listMembers, ({ search }) => ({
  search,
  size: memberPageSize,
}))
