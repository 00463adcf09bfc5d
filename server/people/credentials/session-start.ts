import * as z from 'zod/mini'
import { type Locale, locales } from '#contract/platform/locale.ts'
import { type CallOrigin, recordSecurityEvent } from '#server/platform/auth/security-events.ts'
import { createSession, deleteExcessSessions, type SignInMethod } from '#server/platform/auth/sessions.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { Id, queryOne } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { queueMail } from '#server/platform/mail/outbox.ts'
import { parseUserAgent } from './device.ts'
import { rememberDevice } from './known-devices.ts'

const AccountRow = z.object({
  id: Id,
  siteId: Id,
  email: z.string(),
  locale: z.enum(locales),
  hasSignedIn: z.boolean(),
})

interface SessionStart {
  accountId: number
  method: SignInMethod
  hasSecondFactor?: boolean
  /** Defaults to now, with a second factor. */
  factorProvedAt?: Date | null | undefined
  confirmedAt?: Date | null | undefined
  device?: string | undefined
  /** The language of the page, for the mail to the person. */
  locale?: Locale
}

export interface StartedSession {
  id: number
  token: string
  device: string
}

/** Reports a sign-in from a new device to the person. The caller must have locked the account. */
export async function startSession(
  tx: Queryable,
  origin: CallOrigin,
  { accountId, method, hasSecondFactor = false, factorProvedAt, confirmedAt, device, locale }: SessionStart,
  now: Date,
): Promise<StartedSession> {
  const account = await queryOne(
    tx,
    AccountRow,
    sql`select id,
      site_id as "siteId",
      email,
      locale,
      last_sign_in_at is not null as "hasSignedIn"
    from accounts
    where id = ${accountId}`,
  )
  const session = await createSession(tx, accountId, now, origin.userAgent, {
    method,
    hasSecondFactor,
    factorProvedAt,
    confirmedAt,
  })
  await deleteExcessSessions(tx, accountId)
  if (locale && locale !== account.locale)
    await tx.execute(sql`update accounts set locale = ${locale} where id = ${accountId}`)
  const remembered = await rememberDevice(tx, accountId, { token: device, address: origin.address }, now)
  const kind = method === 'partner' ? 'partner-sign-in' : 'sign-in'
  await recordSecurityEvent(tx, origin, { kind, accountId, detail: { method, session: session.id } }, now)
  // A person who follows a link reads the mail that would report it.
  if (remembered.isNew && account.hasSignedIn && method !== 'link') {
    await recordSecurityEvent(
      tx,
      origin,
      { kind: 'new-device', accountId, detail: { session: session.id } },
      now,
    )
    await queueMail(
      tx,
      {
        kind: 'new-device',
        eventKey: `new-device ${session.id}`,
        siteId: account.siteId,
        accountId,
        recipient: account.email,
        locale: locale ?? account.locale,
        data: { ...parseUserAgent(origin.userAgent), time: now.toISOString() },
      },
      now,
    )
  }
  return { ...session, device: remembered.token }
}
