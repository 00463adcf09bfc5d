import { atom, computed } from 'nanostores'
import { listMembers } from '#contract/members.ts'
import { call } from '#lib/api.ts'
import { query } from '#lib/query.ts'
import { $session, $user } from '#lib/session.ts'
import { $site } from '#lib/site.ts'

export const searchLength = 100
const membersAtOnce = 50

/** What members are looked for by; empty finds everybody. */
export const $search = atom('')

const $question = computed([$session, $user, $site, $search], (token, user, site, search) =>
  token && user && site ? { scope: JSON.stringify([token, user.id, site.domain]), search } : null,
)

/** The first members of the network that are found. */
export const found = query($question, ({ search }, signal) =>
  call(listMembers, { query: { search, size: membersAtOnce }, signal }),
)
