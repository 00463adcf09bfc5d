import { makeSignInCode, signInCodeSeconds, tradeSignInCode } from '#contract/external.ts'
import { recordChange } from '#server/audit.ts'
import { type App, Refusal, route, type Services } from '#server/http.ts'
import { countAttempt } from '#server/limits.ts'
import { startSession } from '#server/session.ts'
import { insertCode, takeCode } from './queries.ts'

export function externalRoutes(app: App, services: Services): void {
  const { db, now } = services

  route(app, services, makeSignInCode, async ({ site, body, by }) => {
    const partnerId = by.id ?? 0
    await countAttempt(db, 'sign-in-code', String(partnerId), now())
    const code = await db.transaction(async (tx) => {
      const wanted = { partnerId, siteId: site.id, email: body.email.toLowerCase() }
      const made = await insertCode(tx, wanted, now())
      if (!made) throw new Refusal('not_found')
      await recordChange(tx, by, {
        action: makeSignInCode.name,
        subject: { kind: 'account', id: made.accountId },
      })
      return made.code
    })
    return { code, expires_in_seconds: signInCodeSeconds }
  })

  route(app, services, tradeSignInCode, async ({ site, body, by, address, userAgent }) => {
    await countAttempt(db, 'address', address, now())
    return db.transaction(async (tx) => {
      const account = await takeCode(tx, site.id, body.code, now())
      if (!account) throw new Refusal('expired')
      const token = await startSession(tx, account.id, now(), userAgent)
      await recordChange(
        tx,
        { ...by, ...account },
        { action: tradeSignInCode.name, subject: { kind: 'account', id: account.id } },
      )
      return { token }
    })
  })
}
