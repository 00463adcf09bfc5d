import { nicknameLength } from '#contract/people/auth.ts'
import type { finishProviderSignIn, ProviderOutcome } from '#contract/people/sign-in-providers.ts'
import { confirmEmail } from '#server/people/credentials/confirmation.ts'
import { consumeEmailLink, findEmailLink } from '#server/people/credentials/email-links.ts'
import {
  insertLink,
  type LinkedAccount,
  lockLinkedAccount,
  recordLinkUse,
} from '#server/people/credentials/linked-sign-ins/queries.ts'
import { createFactorChallenge } from '#server/people/credentials/second-factors.ts'
import { startSession } from '#server/people/credentials/session-start.ts'
import { lockSignInAccount } from '#server/people/second-factor/queries.ts'
import { type Actor, recordAuditEntry } from '#server/platform/auth/audit.ts'
import { requireCurrentRole } from '#server/platform/auth/roles.ts'
import { recordSecurityEvent } from '#server/platform/auth/security-events.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import type { Call } from '#server/platform/http/request/call.ts'
import { Refusal } from '#server/platform/refusal.ts'
import type { ProviderPerson } from './client.ts'
import {
  consumeStarted,
  deriveRequest,
  findAccountOfAddress,
  findProvider,
  insertProgress,
  type Provider,
  provesFactor,
  type StartedSignIn,
  servesAddress,
  servesPerson,
} from './queries.ts'
import { reportLink } from './report-link.ts'
import { askProvider, type ProviderServices } from './start.ts'

export type FinishCall = Call<typeof finishProviderSignIn>

/** @throws {Refusal} */
export async function finishSignIn(services: ProviderServices, call: FinishCall): Promise<ProviderOutcome> {
  const { db, encryption, oidc, now } = services
  const { site, body, token: sessionToken } = call
  const started = await consumeStarted(db, { siteId: site.id, token: body.token, sessionToken }, now())
  if (!started) return refuse(services, call, new Refusal('expired'))
  const provider = await findProvider(db, encryption, site.id, started.providerId)
  if (!provider) return refuse(services, call, new Refusal('provider_failed'))
  try {
    const request = deriveRequest(body.token, started.redirectUri)
    const answer = new URLSearchParams(body.answer)
    const person = await askProvider(services, provider, () => oidc.finish(provider, request, answer))
    return await admit(services, call, { started, provider, person })
  } catch (error) {
    if (error instanceof Refusal) return refuse(services, call, error)
    throw error
  }
}

/** Of somebody whose account is known by their link, who sees it among their security events. */
class KnownRefusal extends Refusal {
  readonly accountId: number
  constructor(code: Refusal['code'], accountId: number) {
    super(code)
    this.accountId = accountId
  }
}

/** Bounded by the limit of the network, which counts first. */
async function refuse({ db, now }: ProviderServices, call: FinishCall, refusal: Refusal): Promise<never> {
  const accountId = refusal instanceof KnownRefusal ? refusal.accountId : null
  const event = { kind: 'sign-in', isFailure: true, accountId, detail: { method: 'provider' } } as const
  if (refusal.code !== 'provider_declined') await recordSecurityEvent(db, call, event, now())
  throw refusal
}

interface Answer {
  started: StartedSignIn
  provider: Provider
  person: ProviderPerson
}

/**
 * An account is found by the provider's name for the person alone. An address only leads to it: its person proves to own the
 * account, and is linked then.
 */
function admit(services: ProviderServices, call: FinishCall, answer: Answer): Promise<ProviderOutcome> {
  const { db, now } = services
  const { started, provider, person } = answer
  return db.transaction(async (tx): Promise<ProviderOutcome> => {
    const named = { siteId: call.site.id, providerId: provider.id, subject: person.subject }
    if (started.step === 'link') return linkOwnAccount(tx, call, answer, now())
    const linked = await lockLinkedAccount(tx, named)
    if (linked) return signInLinked(tx, call, answer, linked, now())
    const { verifiedEmail } = person
    if (verifiedEmail === null || !servesAddress(provider, verifiedEmail))
      throw new Refusal('provider_address')
    if (call.body.invitation !== undefined)
      return acceptInvitation(tx, call, { ...answer, email: verifiedEmail }, now())
    return askPerson(tx, call, { ...answer, email: verifiedEmail }, now())
  })
}

async function signInLinked(
  tx: Queryable,
  call: FinishCall,
  { provider, person }: Answer,
  account: LinkedAccount,
  now: Date,
): Promise<ProviderOutcome> {
  const { site, body, locale, actor } = call
  if (!servesPerson(provider, account)) throw new KnownRefusal('provider_audience', account.id)
  await recordLinkUse(tx, account.linkId, person.verifiedEmail, now)
  const hasProviderFactor = provesFactor(provider, person)
  const first = { purpose: 'sign-in', passwordHash: null, linkId: account.linkId } as const
  const challenge = hasProviderFactor ? null : await createFactorChallenge(tx, site, account.id, first, now)
  if (challenge) return { challenge }
  const session = await startSession(
    tx,
    call,
    {
      accountId: account.id,
      method: 'provider',
      hasSecondFactor: hasProviderFactor,
      // It lets the person in, and changes nothing that signs in.
      factorProvedAt: null,
      device: body.device,
      locale,
    },
    now,
  )
  await auditSession(tx, actor, account, session.id)
  return { token: session.token, device: session.device }
}

const auditSession = (
  tx: Queryable,
  actor: Actor,
  { id, networkId }: { id: number; networkId: number },
  session: number,
): Promise<void> =>
  recordAuditEntry(
    tx,
    { ...actor, id, networkId },
    {
      action: 'finishProviderSignIn',
      subject: { kind: 'account', id },
      before: null,
      after: { session },
    },
  )

/** The password or a passkey was given before the person left for the provider. */
async function linkOwnAccount(
  tx: Queryable,
  call: FinishCall,
  { started, provider, person }: Answer,
  now: Date,
): Promise<ProviderOutcome> {
  const { account, actor } = call
  if (!account || account.id !== started.accountId) throw new Refusal('expired')
  await requireCurrentRole(tx, account, 'update')
  if (!servesPerson(provider, account)) throw new Refusal('provider_audience')
  const { verifiedEmail: email, subject } = person
  if (email === null || !servesAddress(provider, email)) throw new Refusal('provider_address')
  await link(tx, call, { accountId: account.id, provider, subject, email }, now)
  await recordAuditEntry(tx, actor, {
    action: 'finishProviderSignIn',
    subject: { kind: 'account', id: account.id },
    before: null,
    after: { provider: provider.id },
  })
  return { next: 'linked', provider: provider.name }
}

interface NewLink {
  accountId: number
  provider: Pick<Provider, 'id' | 'name'>
  subject: string
  email: string
}

/** The account must be locked. @throws {Refusal} `provider_linked` */
export async function link(
  tx: Queryable,
  call: Parameters<typeof reportLink>[1],
  { accountId, provider, subject, email }: NewLink,
  now: Date,
): Promise<number> {
  const id = await insertLink(tx, { accountId, providerId: provider.id, subject, email }, now)
  if (id === null) throw new Refusal('provider_linked')
  await reportLink(tx, call, { accountId, provider: provider.name, change: 'linked' }, now)
  return id
}

type VerifiedAnswer = Answer & { email: string }

/** The mailed link proves the invitation, and the provider the same address. */
async function acceptInvitation(
  tx: Queryable,
  call: FinishCall,
  { provider, person, email }: VerifiedAnswer,
  now: Date,
): Promise<ProviderOutcome> {
  const { site, body, actor, locale } = call
  const token = body.invitation ?? ''
  const invitation = await findEmailLink(tx, site.id, token, now)
  if (invitation?.purpose !== 'invite') throw new Refusal('expired')
  if (invitation.accountEmail !== email) throw new Refusal('provider_invitation')
  const account = await lockSignInAccount(tx, site.id, invitation.accountId)
  if (!account || !(await consumeEmailLink(tx, token))) throw new Refusal('expired')
  const { id: accountId, networkId } = account
  await confirmEmail(tx, call, accountId, now)
  await link(tx, call, { accountId, provider, subject: person.subject, email }, now)
  const linked = await lockLinkedAccount(tx, {
    siteId: site.id,
    providerId: provider.id,
    subject: person.subject,
  })
  if (!linked || !servesPerson(provider, linked)) throw new Refusal('provider_audience')
  const session = await startSession(
    tx,
    call,
    { accountId, method: 'provider', device: body.device, locale },
    now,
  )
  await auditSession(tx, actor, { id: accountId, networkId }, session.id)
  return { token: session.token, device: session.device }
}

/** Nothing is linked or made before the person has done it. */
async function askPerson(
  tx: Queryable,
  { site, body }: FinishCall,
  { started, provider, person, email }: VerifiedAnswer,
  now: Date,
): Promise<ProviderOutcome> {
  const { subject, name } = person
  const { redirectUri } = started
  const progress = { token: body.token, siteId: site.id, providerId: provider.id, redirectUri }
  const owner = await findAccountOfAddress(tx, site.id, email)
  if (owner) {
    const step = { step: 'prove', accountId: owner.id, person: { subject, email } } as const
    await insertProgress(tx, { ...progress, ...step }, now)
    return { next: 'prove', provider: provider.name, email }
  }
  if (site.joinPolicy === 'invitation') throw new Refusal('join_closed')
  if (provider.audience === 'staff') throw new Refusal('provider_audience')
  await insertProgress(tx, { ...progress, step: 'join', person: { subject, email } }, now)
  return { next: 'join', provider: provider.name, email, nickname: suggestNickname(name) }
}

/** Only a suggestion, which the form tests. */
const suggestNickname = (name: string): string =>
  [...name.replace(/[\p{Cc}\p{Cf}]/gu, '').trim()].slice(0, nicknameLength.max).join('').trim()
