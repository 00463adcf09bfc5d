import * as z from 'zod/mini'
import { locales } from '#contract/platform/locale.ts'
import { type CallOrigin, recordSecurityEvent } from '#server/platform/auth/security-events.ts'
import { deleteSessions } from '#server/platform/auth/sessions.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { Id, queryOne } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { queueMail } from '#server/platform/mail/outbox.ts'
import { deleteChallenges } from './challenges.ts'
import { deleteCredentialLinks } from './email-links.ts'
import { type PasswordHash, writePassword } from './password-hash.ts'

const RecipientRow = z.object({ siteId: Id, recipient: z.string(), locale: z.enum(locales) })

interface PasswordChange {
  accountId: number
  passwordHash: PasswordHash
  kind: 'password-changed' | 'password-reset'
  /** The session with this token stays open. */
  token?: string
}

/**
 * Ends all other sessions, sign-ins in progress and links, and reports the change to the person. The caller must have locked the account.
 * @throws {Refusal} `changed`
 */
export async function replacePassword(
  tx: Queryable,
  origin: CallOrigin,
  { accountId, passwordHash, kind, token }: PasswordChange,
  now: Date,
): Promise<void> {
  await writePassword(tx, accountId, passwordHash)
  await deleteSessions(tx, accountId, token)
  await deleteChallenges(tx, accountId)
  await deleteCredentialLinks(tx, accountId)
  await recordSecurityEvent(tx, origin, { kind, accountId }, now)
  const { siteId, recipient, locale } = await queryOne(
    tx,
    RecipientRow,
    sql`select site_id as "siteId",
      email as recipient,
      locale
    from accounts
    where id = ${accountId}`,
  )
  const eventKey = `password-changed ${accountId} ${now.getTime()}`
  await queueMail(
    tx,
    { kind: 'password-changed', eventKey, siteId, accountId, recipient, locale, data: {} },
    now,
  )
}
