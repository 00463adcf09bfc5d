import { endSessions, listSessions } from '#contract/people/account.ts'
import { type FactorConfirmation, readSecondFactors } from '#contract/people/second-factor.ts'
import { listSecurityEvents } from '#contract/people/security-events.ts'
import { listLinkedSignIns } from '#contract/people/sign-in-providers.ts'
import { readBalance } from '#contract/settlement/statements.ts'
import { call } from '#lib/api/call.ts'
import { $callerKey } from '#lib/api/caller.ts'
import { createQuery } from '#lib/api/query.ts'

export const sessions = createQuery($callerKey, listSessions, () => ({}))

/** The first page; later ones are added on request. */
export const securityEvents = createQuery($callerKey, listSecurityEvents, () => ({}))
export const balance = createQuery($callerKey, readBalance, () => ({}))
export const linkedSignIns = createQuery($callerKey, listLinkedSignIns, () => ({}))
export const factors = createQuery($callerKey, readSecondFactors, () => ({}))

/** Ends one session, or all others without an id; reloads the list even after a failure. */
export async function endSession(id: number | undefined, confirmation: FactorConfirmation): Promise<void> {
  try {
    await call(endSessions, { body: { ...confirmation, ...(id !== undefined && { id }) } })
  } finally {
    sessions.reload()
  }
}
