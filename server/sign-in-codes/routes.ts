import { createSignInCode, exchangeSignInCode, signInCodeLifetimeSeconds } from '#contract/sign-in-codes.ts'
import { hidden, recordAuditEntry } from '#server/audit.ts'
import { enforceRateLimit } from '#server/auth/rate-limits.ts'
import { createSession } from '#server/auth/sessions.ts'
import { Refusal } from '#server/http/refusal.ts'
import { route } from '#server/http/route.ts'
import type { App, Services } from '#server/http/services.ts'
import { consumeSignInCode, insertSignInCode } from './queries.ts'

export function signInCodeRoutes(app: App, services: Services): void {
  const { db, now } = services

  route(app, services, createSignInCode, async ({ site, body, actor }) => {
    const partnerId = actor.id ?? 0
    await enforceRateLimit(db, 'sign-in-code', String(partnerId), now())
    const code = await db.transaction(async (tx) => {
      const target = { partnerId, siteId: site.id, email: body.email }
      const created = await insertSignInCode(tx, target, now())
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

  route(app, services, exchangeSignInCode, async ({ site, body, actor, address, userAgent }) => {
    await enforceRateLimit(db, 'ip', address, now())
    return db.transaction(async (tx) => {
      const account = await consumeSignInCode(tx, site.id, body.code, now())
      if (!account) throw new Refusal('expired')
      const { id, token } = await createSession(tx, account.id, now(), userAgent)
      await recordAuditEntry(
        tx,
        { ...actor, ...account },
        {
          action: exchangeSignInCode.name,
          subject: { kind: 'account', id: account.id },
          before: { code: hidden },
          after: { session: id },
        },
      )
      return { token }
    })
  })
}
