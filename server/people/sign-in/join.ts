import type { JoinForm } from '#contract/people/auth.ts'
import type { Locale } from '#contract/platform/locale.ts'
import { insertAccount } from '#server/people/credentials/accounts.ts'
import { mailLink } from '#server/people/credentials/email-links.ts'
import type { PasswordHash } from '#server/people/credentials/password-hash.ts'
import { type StartedSession, startSession } from '#server/people/credentials/session-start.ts'
import { requireOrdinaryNickname } from '#server/people/nicknames.ts'
import { type Actor, recordAuditEntry } from '#server/platform/auth/audit.ts'
import { type CallOrigin, recordSecurityEvent } from '#server/platform/auth/security-events.ts'
import type { Site } from '#server/platform/auth/sites.ts'
import type { Services } from '#server/platform/http/request/services.ts'
import { lockJoinableNetwork } from './queries.ts'

interface JoinRequest extends CallOrigin {
  site: Site
  form: Omit<JoinForm, 'password'> & { passwordHash: PasswordHash }
  device: string | undefined
  locale: Locale
  actor: Actor
}

/**
 * Signs in at once, unconfirmed. Without a default network the account becomes independent.
 * @returns null when the email is taken @throws {Refusal}
 */
export const joinSite = async (
  { db, now }: Pick<Services, 'db' | 'now'>,
  request: JoinRequest,
): Promise<StartedSession | null> => {
  const { site, form, device, locale, actor } = request
  requireOrdinaryNickname(site, form.nickname)
  return db.transaction(async (tx) => {
    const networkId = await lockJoinableNetwork(tx, site.defaultNetworkId)
    const awaitsApproval = networkId !== null && site.joinPolicy === 'approval'
    const id = await insertAccount(tx, site, {
      ...form,
      networkId,
      locale,
      isSelfRegistered: true,
      awaitsApproval,
    })
    if (id === null) return null
    const memberActor = { ...actor, id, networkId: networkId ?? id }
    await recordAuditEntry(tx, memberActor, {
      action: 'join',
      subject: { kind: 'account', id },
      before: null,
      after: { network: memberActor.networkId, ...(awaitsApproval && { approval: 'waiting' }) },
    })
    await recordSecurityEvent(tx, request, { kind: 'join', accountId: id }, now())
    const recipient = { accountId: id, siteId: site.id, email: form.email, locale }
    await mailLink(tx, { purpose: 'confirm', ...recipient, data: {} }, now())
    return startSession(tx, request, { accountId: id, method: 'password', device }, now())
  })
}
