import {
  createSignInCode,
  exchangeSignInCode,
  signInCodeLifetimeSeconds,
} from '#contract/people/sign-in-codes.ts'
import { claimAccount } from '#server/people/credentials/confirmation.ts'
import { createFactorChallenge } from '#server/people/credentials/second-factors.ts'
import { startSession } from '#server/people/credentials/session-start.ts'
import { hidden, recordAuditEntry } from '#server/platform/auth/audit.ts'
import { recordSecurityEvent } from '#server/platform/auth/security-events.ts'
import type { Services } from '#server/platform/http/request/services.ts'
import type { App } from '#server/platform/http/response/context.ts'
import { route } from '#server/platform/http/route.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { consumeSignInCode, insertSignInCode } from './queries.ts'

export function signInCodeRoutes(app: App, services: Services): void {
  const { db, now } = services

  route(app, services, createSignInCode, async ({ site, body, actor, partner }) => {
    if (!partner) throw new Refusal('unauthenticated')
    const code = await db.transaction(async (tx) => {
      const target = { partnerId: partner.id, allowsManagers: partner.allowsManagers, siteId: site.id }
      const created = await insertSignInCode(tx, { ...target, email: body.email }, now())
      if (!created) throw new Refusal('not_found')
      await recordAuditEntry(tx, actor, {
        action: createSignInCode.name,
        subject: { kind: 'account', id: created.accountId },
        before: null,
        after: { code: hidden },
      })
      return created.code
    })
    return { code, expiresInSeconds: signInCodeLifetimeSeconds }
  })

  route(app, services, exchangeSignInCode, async (call) => {
    const { site, body, actor, locale } = call
    const result = await db.transaction(async (tx) => {
      const owner = await consumeSignInCode(tx, site.id, body.code, now())
      if (!owner) return null
      const { id: accountId, networkId, isConfirmed } = owner
      if (!isConfirmed) await claimAccount(tx, call, accountId, now())
      // The partner vouches for the person, which is a first step like a password.
      const purpose = { purpose: 'sign-in', passwordHash: null } as const
      const challenge = await createFactorChallenge(tx, site, accountId, purpose, now())
      if (challenge) return { challenge }
      const session = await startSession(
        tx,
        call,
        { accountId, method: 'partner', device: body.device, locale },
        now(),
      )
      await recordAuditEntry(
        tx,
        { ...actor, id: accountId, networkId },
        {
          action: exchangeSignInCode.name,
          subject: { kind: 'account', id: accountId },
          before: { code: hidden },
          after: { session: session.id },
        },
      )
      return { token: session.token, device: session.device }
    })
    if (result) return result
    await recordSecurityEvent(db, call, { kind: 'partner-sign-in', isFailure: true, accountId: null }, now())
    throw new Refusal('expired')
  })
}
