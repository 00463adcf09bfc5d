import { computed } from 'nanostores'
import { endSessions, listSessions } from '#contract/account.ts'
import { call } from '#lib/api/call.ts'
import { createQuery } from '#lib/api/query.ts'
import { $token, $user } from '#lib/api/session.ts'
import { $site } from '#lib/site/site.ts'

/** Who is asking, on which site; null until both are known. */
const $sessionsQuery = computed([$token, $user, $site], (token, user, site) =>
  token && user && site ? { scope: JSON.stringify([token, user.id, site.domain]) } : null,
)

/** Where the person is signed in. */
export const sessions = createQuery($sessionsQuery, listSessions, () => ({}))

/** Ends one session, or all but this one; the list is asked again whatever came of it. */
export async function endSession(id?: number): Promise<void> {
  try {
    await call(endSessions, { body: id === undefined ? {} : { id } })
  } finally {
    sessions.reload()
  }
}
