import { endSessions, listSessions } from '#contract/account.ts'
import { call } from '#lib/api/call.ts'
import { $callerKey } from '#lib/api/caller.ts'
import { createQuery } from '#lib/api/query.ts'

/** Where the person is signed in. */
export const sessions = createQuery($callerKey, listSessions, () => ({}))

/** Ends one session, or all but this one; the list is asked again whatever came of it. */
export async function endSession(id?: number): Promise<void> {
  try {
    await call(endSessions, { body: id === undefined ? {} : { id } })
  } finally {
    sessions.reload()
  }
}
