import type { LinkedSignIns, linkProvider, unlinkProvider } from '#contract/people/sign-in-providers.ts'
import type { ParsedBody } from '#contract/platform/endpoint.ts'
import {
  countWaysToSignIn,
  deleteLink,
  selectLinks,
} from '#server/people/credentials/linked-sign-ins/queries.ts'
import { requireProvedFactor } from '#server/people/credentials/reauthentication.ts'
import { changeWithConfirmation, type FactorCaller } from '#server/people/second-factor/changes.ts'
import { recordAuditEntry } from '#server/platform/auth/audit.ts'
import { requireCurrentRole } from '#server/platform/auth/roles.ts'
import { isRecentlyConfirmed } from '#server/platform/auth/sessions.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import type { Call } from '#server/platform/http/request/call.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { link } from './finish.ts'
import { consumeAnswered, findProvider, servesPerson } from './queries.ts'
import { reportLink } from './report-link.ts'
import type { ProviderServices } from './start.ts'

export async function loadLinks(
  db: Queryable,
  { site, account }: Pick<FactorCaller, 'site' | 'account'>,
): Promise<LinkedSignIns> {
  const links = await selectLinks(db, account.id)
  const providers = site.signInProviders.filter((provider) => servesPerson(provider, account))
  return { links, providers }
}

/**
 * The person at the provider has the address of this account, which alone proves nothing: only the account's own password or
 * passkey does, in a sign-in of the last minutes.
 * @throws {Refusal}
 */
export async function linkProvedAccount(
  { db, encryption, now }: ProviderServices,
  call: Call<typeof linkProvider>,
): Promise<{ provider: string }> {
  const { site, account, actor, token: sessionToken, body } = call
  // A partner's code is no proof of the account's own.
  if (!(await isRecentlyConfirmed(db, account.id, sessionToken, now(), ['password', 'passkey'])))
    throw new Refusal('confirmation_required')
  return db.transaction(async (tx) => {
    await requireCurrentRole(tx, account, 'update')
    await requireProvedFactor(tx, call, now())
    const answered = await consumeAnswered(
      tx,
      { siteId: site.id, token: body.token, accountId: account.id },
      now(),
    )
    const provider = answered && (await findProvider(tx, encryption, site.id, answered.providerId))
    if (!answered || !provider) throw new Refusal('challenge_expired')
    if (!servesPerson(provider, account)) throw new Refusal('provider_audience')
    const { subject, email } = answered
    await link(tx, call, { accountId: account.id, provider, subject, email }, now())
    await recordAuditEntry(tx, actor, {
      action: 'linkProvider',
      subject: { kind: 'account', id: account.id },
      before: null,
      after: { provider: provider.id },
    })
    return { provider: provider.name }
  })
}

/** @throws {Refusal} `not_found`, or `sign_in_last` when nothing else would sign in */
export const unlink = (
  services: ProviderServices,
  caller: FactorCaller,
  { id, ...confirmation }: ParsedBody<typeof unlinkProvider>,
): Promise<LinkedSignIns> =>
  changeWithConfirmation(services, caller, confirmation, async (tx) => {
    const { account, actor } = caller
    const provider = await deleteLink(tx, account.id, id)
    if (provider === null) throw new Refusal('not_found')
    if ((await countWaysToSignIn(tx, account.id)) === 0) throw new Refusal('sign_in_last')
    await reportLink(tx, caller, { accountId: account.id, provider, change: 'unlinked' }, services.now())
    await recordAuditEntry(tx, actor, {
      action: 'unlinkProvider',
      subject: { kind: 'account', id: account.id },
      before: { link: id },
      after: null,
    })
    return loadLinks(tx, caller)
  })
