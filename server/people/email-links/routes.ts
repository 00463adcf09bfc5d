import * as contract from '#contract/people/email-links.ts'
import { findEmailLink, mailLink } from '#server/people/credentials/email-links.ts'
import { requirePassword, requireProvedFactor } from '#server/people/credentials/reauthentication.ts'
import { hidden, recordAuditEntry } from '#server/platform/auth/audit.ts'
import { enforceRateLimit } from '#server/platform/auth/rate-limits.ts'
import { type CallOrigin, recordSecurityEvent } from '#server/platform/auth/security-events.ts'
import type { Services } from '#server/platform/http/request/services.ts'
import type { App } from '#server/platform/http/response/context.ts'
import { route } from '#server/platform/http/route.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { followLink } from './follow.ts'
import { isEmailTaken, lockAccount } from './queries.ts'
import { requestReset } from './reset.ts'

export function emailLinkRoutes(app: App, services: Services): void {
  const { db, now } = services

  /** Bounded by the limit of the network, which counts first. */
  async function recordRefusedLink<Result>(call: CallOrigin, work: () => Promise<Result>): Promise<Result> {
    try {
      return await work()
    } catch (error) {
      const event = { kind: 'link-refused', isFailure: true, accountId: null } as const
      if (error instanceof Refusal && error.code === 'expired')
        await recordSecurityEvent(db, call, event, now())
      throw error
    }
  }

  route(app, services, contract.readEmailLink, async (call) => {
    const { site, account, body } = call
    const link = await recordRefusedLink(call, async () => {
      const found = await findEmailLink(db, site.id, body.token, now())
      if (!found) throw new Refusal('expired')
      return found
    })
    const { purpose, email, nickname, accountId } = link
    return { purpose, email, nickname, own: account?.id === accountId }
  })

  route(app, services, contract.followEmailLink, async (call) => {
    const { token, device } = await recordRefusedLink(call, () => followLink(services, call))
    return { token, device }
  })

  route(app, services, contract.requestPasswordReset, async (call) => {
    await requestReset(services, call)
    return {}
  })

  route(app, services, contract.requestConfirmation, async (call) => {
    const { account, locale, actor } = call
    await enforceRateLimit(db, 'mail', `confirm ${account.id}`, now())
    await enforceRateLimit(db, 'mail-day', `confirm ${account.id}`, now())
    await db.transaction(async (tx) => {
      const current = await lockAccount(tx, account.id)
      if (!current || current.isConfirmed) throw new Refusal('changed')
      const recipient = { accountId: account.id, siteId: account.siteId, email: current.email, locale }
      await mailLink(tx, { purpose: 'confirm', ...recipient, data: {} }, now())
      await recordSecurityEvent(tx, call, { kind: 'confirmation-requested', accountId: account.id }, now())
      await recordAuditEntry(tx, actor, {
        action: contract.requestConfirmation.name,
        subject: { kind: 'account', id: account.id },
        before: null,
        after: { link: hidden },
      })
    })
    return {}
  })

  route(app, services, contract.changeEmail, async (call) => {
    const { account, actor, locale, body } = call
    const { email, password } = body
    await requirePassword(services, call, password)
    await requireProvedFactor(db, call, now())
    await enforceRateLimit(db, 'mail', `change ${account.id}`, now())
    await enforceRateLimit(db, 'mail-day', `change ${account.id}`, now())
    if (await isEmailTaken(db, account.siteId, email))
      throw new Refusal('taken', { fields: { email: 'email_taken' } })
    await db.transaction(async (tx) => {
      if (!(await lockAccount(tx, account.id))) throw new Refusal('unauthenticated')
      const recipient = { accountId: account.id, siteId: account.siteId, email, locale }
      await mailLink(tx, { purpose: 'change', ...recipient, data: {} }, now())
      await recordSecurityEvent(tx, call, { kind: 'email-change-requested', accountId: account.id }, now())
      await recordAuditEntry(tx, actor, {
        action: contract.changeEmail.name,
        subject: { kind: 'account', id: account.id },
        before: { email: hidden },
        after: { link: hidden },
      })
    })
    return {}
  })
}
