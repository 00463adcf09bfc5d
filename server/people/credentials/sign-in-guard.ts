import * as z from 'zod/mini'
import { locales } from '#contract/platform/locale.ts'
import {
  countRateLimit,
  rateLimits,
  readRateLimit,
  resetRateLimit,
} from '#server/platform/auth/rate-limits.ts'
import { type CallOrigin, recordSecurityEvent } from '#server/platform/auth/security-events.ts'
import type { Database, Queryable } from '#server/platform/db/database.ts'
import { Id } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { queueMail } from '#server/platform/mail/outbox.ts'
import { mailLink } from './email-links.ts'

/** By its address on a site, which need not have an account. */
interface GuardedAddress {
  site: { id: number }
  email: string
}

const getSubject = ({ site, email }: GuardedAddress) => `${site.id} ${email}`

/**
 * After many wrong passwords of strangers in a day, a right one of another stranger is no longer enough: a link that is
 * mailed to the account lets the device in. Devices and networks that the account knows notice nothing.
 */
export const isAccountGuarded = async (db: Queryable, address: GuardedAddress, now: Date): Promise<boolean> =>
  (await readRateLimit(db, 'wrong-password', getSubject(address), now)).isUsedUp

/** @returns until when; null: it is not guarded */
export async function readAccountGuard(
  db: Queryable,
  address: GuardedAddress,
  now: Date,
): Promise<string | null> {
  const { isUsedUp, retryAfterSeconds } = await readRateLimit(db, 'wrong-password', getSubject(address), now)
  return isUsedUp ? new Date(now.getTime() + retryAfterSeconds * 1_000).toISOString() : null
}

export const resetAccountGuard = (db: Queryable, address: GuardedAddress): Promise<number> =>
  resetRateLimit(db, 'wrong-password', getSubject(address))

/** `accountId`: null when the address has no account. */
export async function countWrongPassword(
  db: Queryable,
  address: GuardedAddress,
  accountId: number | null,
  now: Date,
): Promise<void> {
  const { count } = await countRateLimit(db, 'wrong-password', getSubject(address), now)
  if (accountId !== null && count === rateLimits['wrong-password'])
    await reportGuessing(db, 'password-guessed', accountId, now)
}

/** So many may be typing errors. */
const codesBeforeReport = 3

/** `count`: wrong second factors of the day, each after the right password. */
export async function reportWrongCodes(
  db: Queryable,
  accountId: number,
  count: number,
  now: Date,
): Promise<void> {
  if (count === codesBeforeReport) await reportGuessing(db, 'password-known', accountId, now)
}

const Recipient = z.object({ siteId: Id, email: z.string(), locale: z.enum(locales) })

/** Holds the row lock in a transaction. */
const lockRecipient = (db: Queryable, accountId: number) =>
  db.query(
    Recipient,
    sql`select site_id as "siteId",
      email,
      locale
    from accounts
    where id = ${accountId}
      and removed_at is null
    for no key update`,
  )

/** At most once a day. */
async function reportGuessing(
  db: Queryable,
  kind: 'password-guessed' | 'password-known',
  accountId: number,
  now: Date,
): Promise<void> {
  const [recipient] = await lockRecipient(db, accountId)
  if (!recipient) return
  const { siteId, email, locale } = recipient
  const eventKey = `${kind} ${accountId} ${now.toISOString().slice(0, 10)}`
  await queueMail(db, { kind, eventKey, siteId, accountId, recipient: email, locale, data: {} }, now)
}

/** Within the recipient's limit; an earlier link still works then. */
export async function mailSignInLink(
  db: Database,
  origin: CallOrigin,
  accountId: number,
  now: Date,
): Promise<void> {
  await recordSecurityEvent(db, origin, { kind: 'sign-in-link', accountId }, now)
  const { isExceeded } = await countRateLimit(db, 'mail', `sign-in ${accountId}`, now)
  if (isExceeded) return
  await db.transaction(async (tx) => {
    const [recipient] = await lockRecipient(tx, accountId)
    if (!recipient) return
    await mailLink(tx, { purpose: 'sign-in', accountId, ...recipient, data: {} }, now)
  })
}
