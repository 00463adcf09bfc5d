import type { Locale } from '#contract/platform/locale.ts'
import { claimAccount, confirmEmail } from '#server/people/credentials/confirmation.ts'
import {
  consumeEmailLink,
  deleteEmailLinks,
  type EmailLink,
  findEmailLink,
} from '#server/people/credentials/email-links.ts'
import { rememberDevice } from '#server/people/credentials/known-devices.ts'
import { replacePassword } from '#server/people/credentials/password-change.ts'
import {
  checkNewPassword,
  hashPassword,
  type PasswordHash,
} from '#server/people/credentials/password-hash.ts'
import { recordWrongPassword } from '#server/people/credentials/reauthentication.ts'
import { hasFactor } from '#server/people/credentials/second-factors.ts'
import { startSession } from '#server/people/credentials/session-start.ts'
import { type Actor, hidden, recordAuditEntry } from '#server/platform/auth/audit.ts'
import { enforceRateLimit, resetRateLimit } from '#server/platform/auth/rate-limits.ts'
import type { Account } from '#server/platform/auth/roles.ts'
import { type CallOrigin, recordSecurityEvent } from '#server/platform/auth/security-events.ts'
import type { Site } from '#server/platform/auth/sites.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { precedenceOfKnown } from '#server/platform/http/admission/precedence.ts'
import type { Services } from '#server/platform/http/request/services.ts'
import { queueMail } from '#server/platform/mail/outbox.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { type LockedAccount, lockAccount, updateEmail } from './queries.ts'

interface Following extends CallOrigin {
  site: Site
  account: Account | null
  actor: Actor
  locale: Locale
  body: {
    token: string
    password?: string | undefined
    newPassword?: string | undefined
    device?: string | undefined
  }
}

type Dependencies = Pick<Services, 'db' | 'passwords' | 'now'>

/** `token`: null when nobody has been signed in by the link. `device`: null when the browser is as known as before. */
interface FollowedLink {
  token: string | null
  device: string | null
}

const noSession: FollowedLink = { token: null, device: null }

/** @throws {Refusal} `expired`, `taken` or `invalid` */
export async function followLink(services: Dependencies, call: Following): Promise<FollowedLink> {
  const { db, passwords, now } = services
  const { site, body } = call
  const link = await findEmailLink(db, site.id, body.token, now())
  if (!link) throw new Refusal('expired')
  if (link.purpose === 'change') return changeAddress(services, call, link)
  if (link.purpose === 'sign-in') return letDeviceIn(services, call, link)
  const proof = await proveOwnership(services, call, link)
  const { accountEmail: email, nickname, hasRole } = link
  const choice = { email, nickname, hasRole, field: 'newPassword' }
  const { newPassword } = proof
  const checked =
    newPassword === null ? null : await checkNewPassword(site, { ...choice, password: newPassword })
  const newHash = checked && (await hashPassword(passwords.for(precedenceOfKnown(link.accountId)), checked))
  return db.transaction(async (tx) => {
    const account = await lockLinkedAccount(tx, call, link)
    // The password may have changed since it was verified.
    if (proof.verifiedHash !== null && proof.verifiedHash !== account.passwordHash)
      throw new Refusal('expired')
    if (newHash !== null) await setPassword(tx, call, link, newHash, now())
    await confirmEmail(tx, call, link.accountId, now())
    await audit(tx, call, link)
    // Reading the mail is no second factor: such an account signs in as always.
    if (proof.isOwnSession || (await hasFactor(tx, link.accountId))) return noSession
    return startSession(tx, call, { accountId: link.accountId, method: 'link', ...pickContext(call) }, now())
  })
}

/**
 * The password was right when the link was mailed. An account with a second factor signs in as always, from a device that
 * it knows now.
 */
const letDeviceIn = ({ db, now }: Dependencies, call: Following, link: EmailLink): Promise<FollowedLink> =>
  db.transaction(async (tx) => {
    const { accountId } = link
    await lockLinkedAccount(tx, call, link)
    await confirmEmail(tx, call, accountId, now())
    await audit(tx, call, link)
    if (!(await hasFactor(tx, accountId)))
      return startSession(tx, call, { accountId, method: 'link', ...pickContext(call) }, now())
    const { address, body } = call
    const { token } = await rememberDevice(tx, accountId, { token: body.device, address }, now())
    return { token: null, device: token }
  })

const pickContext = ({ body: { device }, locale }: Following) => ({ device, locale })

interface Proof {
  isOwnSession: boolean
  /** The stored hash that the account's password matched. */
  verifiedHash: string | null
  newPassword: string | null
}

/**
 * A person who confirms an address while signed in, or knows the password, created the account. Everybody else
 * sets a new password, which ends what the creator of an unconfirmed account could do with it.
 */
async function proveOwnership(services: Dependencies, call: Following, link: EmailLink): Promise<Proof> {
  const { password, newPassword } = call.body
  const isOwnSession = link.purpose === 'confirm' && call.account?.id === link.accountId
  if (isOwnSession) return { isOwnSession, verifiedHash: null, newPassword: null }
  if (newPassword !== undefined) return { isOwnSession, verifiedHash: null, newPassword }
  if (link.purpose !== 'confirm')
    throw new Refusal('invalid', { fields: { newPassword: 'password_required' } })
  if (password === undefined) throw new Refusal('invalid', { fields: { password: 'password_required' } })
  const verifiedHash = await verifyPassword(services, call, link.accountId, password)
  return { isOwnSession, verifiedHash, newPassword: null }
}

async function verifyPassword(
  { db, passwords, now }: Dependencies,
  call: Following,
  accountId: number,
  password: string,
): Promise<string> {
  const subject = String(accountId)
  await enforceRateLimit(db, 'reauthentication', subject, now())
  const account = await db.transaction((tx) => lockAccount(tx, accountId))
  const isCorrect = await passwords
    .for(precedenceOfKnown(accountId))
    .verify(password, account?.passwordHash ?? null)
  if (!account?.passwordHash || !isCorrect) {
    await recordWrongPassword(db, call, accountId, now())
    throw new Refusal('invalid', { fields: { password: 'password_wrong' } })
  }
  await resetRateLimit(db, 'reauthentication', subject)
  return account.passwordHash
}

/** Uses the link up. */
async function lockLinkedAccount(
  tx: Queryable,
  { body }: Following,
  link: EmailLink,
): Promise<LockedAccount> {
  const account = await lockAccount(tx, link.accountId)
  const isCurrent = account && (link.purpose === 'change' || account.email === link.email)
  if (!isCurrent || !(await consumeEmailLink(tx, body.token))) throw new Refusal('expired')
  return account
}

async function setPassword(
  tx: Queryable,
  call: Following,
  { accountId, purpose, isConfirmed }: EmailLink,
  passwordHash: PasswordHash,
  now: Date,
): Promise<void> {
  // Does not apply to an invitation, which has no creator with credentials of their own.
  if (!isConfirmed && purpose !== 'invite') await claimAccount(tx, call, accountId, now)
  const kind = purpose === 'reset' ? 'password-reset' : 'password-changed'
  await replacePassword(tx, call, { accountId, passwordHash, kind }, now)
}

const audit = (tx: Queryable, { actor }: Following, { accountId: id, networkId, purpose }: EmailLink) =>
  recordAuditEntry(
    tx,
    { ...actor, id, networkId },
    {
      action: 'followEmailLink',
      subject: { kind: 'account', id },
      context: { purpose },
      before: { link: hidden },
      after: null,
    },
  )

const changeAddress = ({ db, now }: Dependencies, call: Following, link: EmailLink): Promise<FollowedLink> =>
  db.transaction(async (tx) => {
    const { accountId: id } = link
    const siteId = call.site.id
    const { email: oldEmail, locale } = await lockLinkedAccount(tx, call, link)
    if (!(await updateEmail(tx, { id, siteId, email: link.email }))) throw new Refusal('taken')
    await confirmEmail(tx, call, id, now())
    await deleteEmailLinks(tx, id)
    await recordSecurityEvent(tx, call, { kind: 'email-changed', accountId: id }, now())
    const eventKey = `email-changed ${id} ${now().getTime()}`
    await queueMail(
      tx,
      { kind: 'email-changed', eventKey, siteId, accountId: id, recipient: oldEmail, locale, data: {} },
      now(),
    )
    await audit(tx, call, link)
    return noSession
  })
