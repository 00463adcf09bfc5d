import * as contract from '#contract/people/membership/person-help.ts'
import { requireDeskPerson } from '#server/people/desk-people.ts'
import { type AuditChange, type Caller, recordAuditEntry } from '#server/platform/auth/audit.ts'
import { getScope } from '#server/platform/auth/installation.ts'
import { enforceRateLimit } from '#server/platform/auth/rate-limits.ts'
import {
  type CallOrigin,
  createOperatorOrigin,
  recordSecurityEvent,
} from '#server/platform/auth/security-events.ts'
import { deleteSessions } from '#server/platform/auth/sessions.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import type { Services } from '#server/platform/http/request/services.ts'
import type { App } from '#server/platform/http/response/context.ts'
import { route } from '#server/platform/http/route.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { allowAttempts, inviteAgain, mailConfirmation, resetFactors } from './helping.ts'

type Help = (tx: Queryable, origin: CallOrigin, id: number, now: Date) => Promise<AuditChange | null>

const mailPersonLink: Help = async (tx, origin, id, now) =>
  (await inviteAgain(tx, id, now)) ?? mailConfirmation(tx, origin, id, now)

const endSessions: Help = async (tx, origin, id, now) => {
  const sessions = await deleteSessions(tx, id)
  if (sessions === 0) return null
  await recordSecurityEvent(tx, origin, { kind: 'sessions-ended', accountId: id, detail: { sessions } }, now)
  return { before: { sessions }, after: { sessions: 0 } }
}

/** What commands do for people who cannot sign in, for operators of their sites. */
export function personHelpRoutes(app: App, services: Services): void {
  const { db, now } = services

  /** The person sees that an operator did it, and not from where. */
  const help = (
    { account, actor }: Caller,
    { action, target, isGuarded = true }: { action: string; target: number; isGuarded?: boolean },
    change: Help,
  ): Promise<void> =>
    db.transaction(async (tx) => {
      const person = await requireDeskPerson(tx, getScope(account, 'people.help'), target, 'lock')
      if (isGuarded && person.hasInstallationRole) throw new Refusal('forbidden')
      const changed = await change(tx, createOperatorOrigin({ id: person.siteId }), target, now())
      if (!changed) throw new Refusal('outdated')
      await recordAuditEntry(
        tx,
        { ...actor, networkId: person.networkId },
        { action, subject: { kind: 'account', id: target }, ...changed },
      )
    })

  route(app, services, contract.mailPersonLink, async (call) => {
    const { target } = call.body
    await requireDeskPerson(db, getScope(call.account, 'people.help'), target)
    const subject = `confirm ${target}`
    await enforceRateLimit(db, 'mail', subject, now())
    await enforceRateLimit(db, 'mail-day', subject, now())
    await help(call, { action: 'mailPersonLink', target }, mailPersonLink)
    return {}
  })

  for (const [endpoint, change] of [
    [contract.allowPersonAttempts, allowAttempts],
    [contract.resetPersonFactors, resetFactors],
    [contract.endPersonSessions, endSessions],
  ] as const)
    route(app, services, endpoint, async (call) => {
      await help(call, { action: endpoint.name, target: call.body.target }, change)
      return {}
    })
}
