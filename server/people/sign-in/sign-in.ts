import type { Challenge } from '#contract/people/challenge.ts'
import type { Locale } from '#contract/platform/locale.ts'
import { replaceHash } from '#server/people/credentials/password-hash.ts'
import { createFactorChallenge } from '#server/people/credentials/second-factors.ts'
import { type StartedSession, startSession } from '#server/people/credentials/session-start.ts'
import {
  countSignInAttempt,
  getNetworkSubject,
  resetSignInAttempts,
} from '#server/people/credentials/sign-in-attempts.ts'
import {
  countWrongPassword,
  isAccountGuarded,
  mailSignInLink,
} from '#server/people/credentials/sign-in-guard.ts'
import { type Actor, recordAuditEntry } from '#server/platform/auth/audit.ts'
import type { PasswordHasher } from '#server/platform/auth/passwords.ts'
import { type CallOrigin, recordSecurityEvent } from '#server/platform/auth/security-events.ts'
import { deleteSession } from '#server/platform/auth/sessions.ts'
import type { Site } from '#server/platform/auth/sites.ts'
import type { Database } from '#server/platform/db/database.ts'
import type { Services } from '#server/platform/http/request/services.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { type LoginAccount, lockLoginAccount, selectLoginAccount } from './queries.ts'
import { requireCurrentRules } from './renewal.ts'

export interface SignInAttempt extends CallOrigin {
  site: Site
  address: string
  email: string
  password: string
  device: string | undefined
  actor: Actor
  locale: Locale
}

/** No session exists before a challenge is answered. */
type SignInResult = StartedSession | { challenge: Challenge }

type Dependencies = Pick<Services, 'db' | 'now'> & { passwords: PasswordHasher }

/**
 * `account`: of the attempt's address, null when there is none.
 * @throws {Refusal} `wrong_credentials`, `link_required` or `too_many`
 */
export async function signIn(
  services: Dependencies,
  attempt: SignInAttempt,
  account: LoginAccount | null,
): Promise<SignInResult> {
  const { db } = services
  const subject = getAttemptSubject(attempt, account)
  await countAttempt(services, attempt, account, subject)
  const result = await signInAccount(services, attempt, account)
  await resetSignInAttempts(db, subject)
  return result
}

/** Strangers elsewhere cannot slow down a device that has signed in before, or another network. */
const getAttemptSubject = (
  { site, email, device, address }: SignInAttempt,
  account: LoginAccount | null,
): string =>
  account?.isKnownDevice ? `device ${account.id} ${device}` : getNetworkSubject(site.id, email, address)

async function countAttempt(
  { db, now }: Dependencies,
  attempt: SignInAttempt,
  account: LoginAccount | null,
  subject: string,
): Promise<void> {
  try {
    await countSignInAttempt(db, subject, now())
  } catch (error) {
    await recordSecurityEvent(
      db,
      attempt,
      { kind: 'sign-in-blocked', isFailure: true, accountId: account?.id ?? null },
      now(),
    )
    throw error
  }
}

const isStranger = (account: LoginAccount | null): boolean =>
  !account?.isKnownDevice && !account?.isKnownNetwork

/** Counted for addresses without an account as well: the answers must not tell them apart. */
async function recordWrongPassword(
  { db, now }: Dependencies,
  attempt: SignInAttempt,
  account: LoginAccount | null,
): Promise<void> {
  const accountId = account?.id ?? null
  await recordSecurityEvent(db, attempt, { kind: 'sign-in', isFailure: true, accountId }, now())
  if (isStranger(account)) await countWrongPassword(db, attempt, accountId, now())
}

async function signInAccount(
  services: Dependencies,
  attempt: SignInAttempt,
  account: LoginAccount | null,
): Promise<SignInResult> {
  const { db, passwords, now } = services
  const { site, password, device, actor, locale } = attempt
  // Constant work: an unknown address costs as much as a wrong password.
  const isCorrect = await passwords.verify(password, account?.passwordHash ?? null)
  const isGuarded = isStranger(account) && (await isAccountGuarded(db, attempt, now()))
  if (!account || !isCorrect) {
    await recordWrongPassword(services, attempt, account)
    throw new Refusal(isGuarded ? 'link_required' : 'wrong_credentials')
  }
  if (isGuarded) {
    await mailSignInLink(db, attempt, account.id, now())
    throw new Refusal('link_required')
  }
  const { id: accountId, passwordHash: verifiedHash } = account
  const verified = { ...attempt, accountId, password, passwordHash: verifiedHash ?? '' }
  await requireCurrentRules(db, verified, now())
  const isOutdated = account.passwordHash !== null && passwords.needsRehash(account.passwordHash)
  const newHash = isOutdated ? await passwords.hash(password) : null
  const started = await db.transaction(async (tx): Promise<SignInResult | null> => {
    if (!(await lockLoginAccount(tx, account))) return null
    if (newHash) await replaceHash(tx, account.id, { old: account.passwordHash ?? '', hash: newHash })
    const passwordHash = newHash ?? account.passwordHash
    const challenge = await createFactorChallenge(
      tx,
      site,
      account.id,
      { purpose: 'sign-in', passwordHash },
      now(),
    )
    if (challenge) return { challenge }
    const session = await startSession(
      tx,
      attempt,
      { accountId: account.id, method: 'password', device, locale },
      now(),
    )
    await recordAuditEntry(
      tx,
      { ...actor, id: account.id, networkId: account.networkId },
      {
        action: 'login',
        subject: { kind: 'account', id: account.id },
        before: null,
        after: { session: session.id },
      },
    )
    return session
  })
  // Optimistic lock: retries if the account changed after it was selected.
  return started ?? signInAccount(services, attempt, await selectLoginAccount(db, attempt, now()))
}

export const signOut = (db: Database, token: string, actor: Actor): Promise<void> =>
  db.transaction(async (tx) => {
    const session = await deleteSession(tx, token)
    if (session !== null)
      await recordAuditEntry(tx, actor, { action: 'logout', before: { session }, after: null })
  })
