import { atom, computed } from 'nanostores'
import { listMembers } from '#contract/members.ts'
import { createQuery } from '#lib/api/query.ts'
import { $token, $user } from '#lib/api/session.ts'
import { $site } from '#lib/site/site.ts'

const memberPageSize = 50

/** What members are looked for by; empty finds everybody. */
export const $searchTerm = atom('')

const $memberQuery = computed([$token, $user, $site, $searchTerm], (token, user, site, search) =>
  token && user && site ? { scope: JSON.stringify([token, user.id, site.domain]), search } : null,
)

/** The first members of the network that are found. */
export const memberResults = createQuery($memberQuery, listMembers, ({ search }) => ({
  search,
  size: memberPageSize,
}))
