import { computed } from 'nanostores'
import { endSessions, listSessions } from '#contract/account.ts'
import { call } from '#lib/api.ts'
import { query } from '#lib/query.ts'
import { $session, $user } from '#lib/session.ts'
import { $site } from '#lib/site.ts'

/** Who is asking, on which site; null until both are known. */
const $asked = computed([$session, $user, $site], (token, user, site) =>
  token && user && site ? { scope: JSON.stringify([token, user.id, site.domain]) } : null,
)

/** Where the person is signed in. */
export const sessions = query($asked, (_, signal) => call(listSessions, { signal }))

/** Ends one session, or all but this one; the list is asked again whatever came of it. */
export async function endSession(id?: number): Promise<void> {
  try {
    await call(endSessions, { body: id === undefined ? {} : { id } })
  } finally {
    sessions.reload()
  }
}
