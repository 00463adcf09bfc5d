import { atom, computed } from 'nanostores'
import { listMembers } from '#contract/members.ts'
import { $caller } from '#lib/api/caller.ts'
import { createQuery } from '#lib/api/query.ts'

const memberPageSize = 50

/** What members are looked for by; empty finds everybody. */
export const $searchTerm = atom('')

const $memberQuery = computed([$caller, $searchTerm], (caller, search) =>
  caller === null ? null : { caller, search },
)

/** The first members of the network that are found. */
export const memberResults = createQuery($memberQuery, listMembers, ({ search }) => ({
  search,
  size: memberPageSize,
}))
