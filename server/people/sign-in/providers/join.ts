import type { joinWithProvider } from '#contract/people/sign-in-providers.ts'
import { insertAccount } from '#server/people/credentials/accounts.ts'
import { confirmEmail } from '#server/people/credentials/confirmation.ts'
import { type StartedSession, startSession } from '#server/people/credentials/session-start.ts'
import { requireOrdinaryNickname } from '#server/people/nicknames.ts'
import { lockJoinableNetwork } from '#server/people/sign-in/queries.ts'
import { recordAuditEntry } from '#server/platform/auth/audit.ts'
import { recordSecurityEvent } from '#server/platform/auth/security-events.ts'
import type { Call } from '#server/platform/http/request/call.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { link } from './finish.ts'
import { consumeAnswered, findProvider } from './queries.ts'
import type { ProviderServices } from './start.ts'

/** Like `joinSite`, without a password, and with an address that the provider has verified. @throws {Refusal} */
export async function joinByProvider(
  { db, encryption, now }: ProviderServices,
  call: Call<typeof joinWithProvider>,
): Promise<StartedSession> {
  const { site, body, locale, actor } = call
  const { nickname, device } = body
  if (site.joinPolicy === 'invitation') throw new Refusal('join_closed')
  requireOrdinaryNickname(site, nickname)
  return db.transaction(async (tx) => {
    const answered = await consumeAnswered(tx, { siteId: site.id, token: body.token, accountId: null }, now())
    const provider = answered && (await findProvider(tx, encryption, site.id, answered.providerId))
    if (!answered || !provider) throw new Refusal('challenge_expired')
    const { subject, email } = answered
    const networkId = await lockJoinableNetwork(tx, site.defaultNetworkId)
    const awaitsApproval = networkId !== null && site.joinPolicy === 'approval'
    const form = { email, nickname, passwordHash: null, networkId, locale }
    const id = await insertAccount(tx, site, { ...form, isSelfRegistered: true, awaitsApproval })
    if (id === null) throw new Refusal('taken')
    await recordAuditEntry(
      tx,
      { ...actor, id, networkId: networkId ?? id },
      {
        action: 'joinWithProvider',
        subject: { kind: 'account', id },
        before: null,
        after: {
          network: networkId ?? id,
          provider: provider.id,
          ...(awaitsApproval && { approval: 'waiting' }),
        },
      },
    )
    await recordSecurityEvent(tx, call, { kind: 'join', accountId: id }, now())
    await confirmEmail(tx, call, id, now())
    await link(tx, call, { accountId: id, provider, subject, email }, now())
    return startSession(tx, call, { accountId: id, method: 'provider', device }, now())
  })
}
