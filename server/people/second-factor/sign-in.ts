import type { Challenge } from '#contract/people/challenge.ts'
import type { completeSignIn, PasskeyAssertion, PasskeyChallenge } from '#contract/people/second-factor.ts'
import type { EndpointOutput } from '#contract/platform/endpoint.ts'
import {
  attemptChallenge,
  type ChallengeRow,
  consumeChallenge,
  createChallenge,
  digestPasswordHash,
} from '#server/people/credentials/challenges.ts'
import { isKnownDevice } from '#server/people/credentials/known-devices.ts'
import {
  countFactors,
  createFactorChallenge,
  createPasskeyRequest,
} from '#server/people/credentials/second-factors.ts'
import { startSession } from '#server/people/credentials/session-start.ts'
import { reportWrongCodes } from '#server/people/credentials/sign-in-guard.ts'
import { recordAuditEntry } from '#server/platform/auth/audit.ts'
import {
  countRateLimit,
  enforceRateLimit,
  readRateLimit,
  resetRateLimit,
} from '#server/platform/auth/rate-limits.ts'
import { recordSecurityEvent } from '#server/platform/auth/security-events.ts'
import type { SignInMethod } from '#server/platform/auth/sessions.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import type { Call } from '#server/platform/http/request/call.ts'
import type { Services } from '#server/platform/http/request/services.ts'
import { getSharedNetwork } from '#server/platform/ip-network.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { deleteReplacedSession, findPasskey, lockSignInAccount } from './queries.ts'
import { reportFactorChange } from './report-change.ts'
import {
  createCodeRefusal,
  isTotpCode,
  isWrongCode,
  type UsedFactor,
  verifyCode,
  verifyPasskey,
} from './verification.ts'

type SignInCall = Call<typeof completeSignIn>
type SignInServices = Pick<Services, 'db' | 'encryption' | 'log' | 'now'>

/** Anybody may ask: the passkey that answers says who it is. */
export async function startPasskeySignIn(
  { db, now }: SignInServices,
  { site }: Pick<SignInCall, 'site'>,
): Promise<PasskeyChallenge> {
  const challenge = { purpose: 'passkey-sign-in', siteId: site.id, accountId: null } as const
  const token = await createChallenge(db, challenge, now())
  const passkey = await createPasskeyRequest(db, site, token, {
    accountId: null,
    userVerification: 'required',
  })
  return { token, passkey }
}

/** @returns null when the account has no factor */
export function startStepUp(
  { db, now }: SignInServices,
  { site, account, token }: { site: SignInCall['site']; account: { id: number }; token: string },
): Promise<Challenge | null> {
  const stepUp = { purpose: 'step-up', sessionToken: token } as const
  return createFactorChallenge(db, site, account.id, stepUp, now())
}

type CompletedSignIn = EndpointOutput<typeof completeSignIn>

/** @throws {Refusal} */
export async function finishSignIn(services: SignInServices, call: SignInCall): Promise<CompletedSignIn> {
  const { db, now } = services
  const { site, body } = call
  const challenge = await attemptChallenge(
    db,
    body.challenge,
    {
      siteId: site.id,
      purposes: ['sign-in', 'step-up', 'passkey-sign-in'],
      sessionToken: call.token,
    },
    now(),
  )
  const accountId = challenge.accountId ?? (await findPasskeyOwner(db, site.id, body.assertion))
  const subject = await enforceFactorLimits(services, call, accountId)
  const result = await db
    .transaction((tx) => signInWithFactor(tx, services, call, challenge, accountId))
    .catch(async (error: unknown) => {
      const failure = { kind: 'second-factor', isFailure: true, accountId } as const
      if (error instanceof Refusal) await recordSecurityEvent(db, call, failure, now())
      if (isWrongCode(error)) await countWrongCode(db, { accountId, ...subject }, now())
      throw error
    })
  await resetRateLimit(db, 'second-factor', subject.attempts)
  return result
}

const getStrangers = (accountId: number) => `${accountId} strangers`

/** @returns until when strangers cannot use codes of an app; null: they can */
export async function readCodeGuard(db: Queryable, accountId: number, now: Date): Promise<string | null> {
  const guard = await readRateLimit(db, 'wrong-code', getStrangers(accountId), now)
  return guard.isUsedUp ? new Date(now.getTime() + guard.retryAfterSeconds * 1_000).toISOString() : null
}

export const resetCodeGuard = (db: Queryable, accountId: number): Promise<number> =>
  resetRateLimit(db, 'wrong-code', getStrangers(accountId))

interface FactorSubjects {
  attempts: string
  codes: string
}

/**
 * Somebody who knows the password must not keep the owner out: each known device has limits of its own, and recovery codes,
 * which have too many bits to guess, count by network only.
 */
async function enforceFactorLimits(
  { db, now }: SignInServices,
  { body, address }: SignInCall,
  accountId: number,
): Promise<FactorSubjects> {
  const { device } = body
  const isKnown = device !== undefined && (await isKnownDevice(db, accountId, device))
  const attempts = `${accountId} ${isKnown ? device : getSharedNetwork(address)}`
  const codes = isKnown ? `${accountId} ${device}` : getStrangers(accountId)
  await enforceRateLimit(db, 'second-factor', attempts, now())
  const isGuessable = body.code !== undefined && isTotpCode(body.code)
  if (!isKnown && isGuessable && (await readRateLimit(db, 'wrong-code', codes, now())).isUsedUp)
    throw new Refusal('invalid', { fields: { code: 'code_guarded' }, control: 'wrong-code' })
  return { attempts, codes }
}

async function countWrongCode(
  db: Queryable,
  { accountId, codes }: FactorSubjects & { accountId: number },
  now: Date,
): Promise<void> {
  const { count } = await countRateLimit(db, 'wrong-code', codes, now)
  await reportWrongCodes(db, accountId, count, now)
}

async function findPasskeyOwner(
  db: Queryable,
  siteId: number,
  assertion: PasskeyAssertion | undefined,
): Promise<number> {
  const passkey = assertion && (await findPasskey(db, siteId, assertion.id))
  if (!passkey) throw new Refusal('passkey_rejected')
  return passkey.accountId
}

async function signInWithFactor(
  tx: Queryable,
  services: SignInServices,
  call: SignInCall,
  { purpose, passwordDigest, linkId }: ChallengeRow,
  accountId: number,
): Promise<CompletedSignIn> {
  const { site, body, actor, locale, token: currentToken } = call
  const now = services.now()
  const account = await lockSignInAccount(tx, site.id, accountId)
  if (!account || !matchesPassword(passwordDigest, account.passwordHash))
    throw new Refusal('challenge_expired')
  await consumeChallenge(tx, body.challenge)
  const factor = await verifyFactor(tx, services, site, body, purpose, accountId)
  const replaced = purpose === 'step-up' ? await deleteReplacedSession(tx, accountId, currentToken) : null
  if (purpose === 'step-up' && replaced === null) throw new Refusal('challenge_expired')
  // A second factor alone does not confirm who the person is: a step-up leaves that as it was.
  const confirmedAt = replaced ? replaced.confirmedAt : undefined
  const method = getSignInMethod(purpose, { passwordDigest, linkId })
  const session = await startSession(
    tx,
    call,
    { accountId, method, hasSecondFactor: true, confirmedAt, device: body.device, locale },
    now,
  )
  await recordAuditEntry(
    tx,
    { ...actor, id: accountId, networkId: account.networkId },
    {
      action: 'login',
      subject: { kind: 'account', id: accountId },
      before: replaced === null ? null : { session: replaced.id },
      after: { session: session.id, factor },
    },
  )
  const { token, device } = session
  if (factor !== 'recovery-code') return { token, device, recoveryCodesLeft: null }
  await reportFactorChange(tx, call, accountId, 'code-used', now)
  const { recoveryCodes } = await countFactors(tx, accountId)
  return { token, device, recoveryCodesLeft: recoveryCodes }
}

/** A sign-in without a checked password began at a provider, or with a partner's code. */
function getSignInMethod(
  purpose: ChallengeRow['purpose'],
  { passwordDigest, linkId }: Pick<ChallengeRow, 'passwordDigest' | 'linkId'>,
): SignInMethod {
  if (purpose === 'passkey-sign-in') return 'passkey'
  if (linkId !== null) return 'provider'
  return purpose === 'sign-in' && passwordDigest === null ? 'partner' : 'password'
}

const matchesPassword = (digest: Uint8Array | null, passwordHash: string | null) =>
  digest === null || (passwordHash !== null && Buffer.from(digest).equals(digestPasswordHash(passwordHash)))

function verifyFactor(
  tx: Queryable,
  services: SignInServices,
  site: SignInCall['site'],
  { challenge, code, assertion }: SignInCall['body'],
  purpose: ChallengeRow['purpose'],
  accountId: number,
): Promise<UsedFactor> {
  const isAlone = purpose === 'passkey-sign-in'
  if (assertion) {
    const context = { site, token: challenge, requireUserVerification: isAlone }
    return verifyPasskey(tx, context, accountId, assertion, services.now())
  }
  if (code === undefined || isAlone) throw createCodeRefusal()
  return verifyCode(tx, services, accountId, code)
}
