import * as z from 'zod/mini'
import { locales } from '#contract/platform/locale.ts'
import { deleteCredentialLinks, mailInvitation, mailLink } from '#server/people/credentials/email-links.ts'
import { deletePassword } from '#server/people/credentials/password-hash.ts'
import { countFactors, deleteFactors } from '#server/people/credentials/second-factors.ts'
import { resetSignInAttempts } from '#server/people/credentials/sign-in-attempts.ts'
import { resetAccountGuard } from '#server/people/credentials/sign-in-guard.ts'
import { reportFactorChange } from '#server/people/second-factor/report-change.ts'
import { resetCodeGuard } from '#server/people/second-factor/sign-in.ts'
import { type AuditChange, hidden } from '#server/platform/auth/audit.ts'
import { type CallOrigin, recordSecurityEvent } from '#server/platform/auth/security-events.ts'
import { deleteSessions } from '#server/platform/auth/sessions.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { Id, queryOne } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { findSignInCauses, selectSubjects } from './causes.ts'

const Person = z.object({
  siteId: Id,
  email: z.string(),
  locale: z.enum(locales),
  isConfirmed: z.boolean(),
  hasPassword: z.boolean(),
})

const selectPerson = (tx: Queryable, id: number): Promise<z.output<typeof Person>> =>
  queryOne(
    tx,
    Person,
    sql`select site_id as "siteId",
      email,
      locale,
      email_confirmed_at is not null as "isConfirmed",
      password_hash is not null as "hasPassword"
    from accounts
    where id = ${id}`,
  )

// The account must be locked. Each returns what changed; null: there is nothing to help with.

export async function inviteAgain(tx: Queryable, id: number, now: Date): Promise<AuditChange | null> {
  const { isConfirmed, hasPassword } = await selectPerson(tx, id)
  if (isConfirmed || hasPassword) return null
  await mailInvitation(tx, id, now)
  return { before: null, after: { link: hidden } }
}

export async function mailConfirmation(
  tx: Queryable,
  origin: CallOrigin,
  id: number,
  now: Date,
): Promise<AuditChange | null> {
  const { siteId, email, locale, isConfirmed, hasPassword } = await selectPerson(tx, id)
  if (isConfirmed || !hasPassword) return null
  await mailLink(tx, { purpose: 'confirm', accountId: id, siteId, email, locale, data: {} }, now)
  await recordSecurityEvent(tx, origin, { kind: 'confirmation-requested', accountId: id }, now)
  return { before: null, after: { link: hidden } }
}

/** Known devices have counts of their own, which nobody else can name: they wait an hour at most. */
export async function allowAttempts(
  tx: Queryable,
  origin: CallOrigin,
  id: number,
  now: Date,
): Promise<AuditChange | null> {
  const { causes } = await findSignInCauses(tx, id, now)
  const ended = causes
    .map(({ cause }) => cause)
    .filter((cause) => cause === 'slowed' || cause === 'guarded' || cause === 'code_guarded')
  if (ended.length === 0) return null
  const { siteId, email } = await selectPerson(tx, id)
  for (const subject of await selectSubjects(tx, id, now)) await resetSignInAttempts(tx, subject)
  await resetAccountGuard(tx, { site: { id: siteId }, email })
  await resetCodeGuard(tx, id)
  await recordSecurityEvent(tx, origin, { kind: 'attempts-allowed', accountId: id }, now)
  return { before: { refused: ended }, after: { refused: [] } }
}

export async function resetFactors(
  tx: Queryable,
  origin: CallOrigin,
  id: number,
  now: Date,
): Promise<AuditChange | null> {
  const { hasTotp, passkeys, recoveryCodes } = await countFactors(tx, id)
  if (!hasTotp && passkeys === 0) return null
  await deleteFactors(tx, id)
  const sessions = await deleteSessions(tx, id)
  await reportFactorChange(tx, origin, id, 'reset', now)
  return {
    before: { totp: hasTotp, passkeys, recoveryCodes, sessions },
    after: { totp: false, passkeys: 0, recoveryCodes: 0, sessions: 0 },
  }
}

/**
 * For a manager, who may know the password: it ends as well, and the person sets another one by a link. `isFactorResetRecent` keeps
 * the manager from setting one meanwhile.
 */
export async function resetSignIn(
  tx: Queryable,
  origin: CallOrigin,
  id: number,
  now: Date,
): Promise<AuditChange | null> {
  const changed = await resetFactors(tx, origin, id, now)
  if (!changed) return null
  const { siteId, email, locale, hasPassword } = await selectPerson(tx, id)
  await deletePassword(tx, id)
  await deleteCredentialLinks(tx, id)
  await mailLink(tx, { purpose: 'reset', accountId: id, siteId, email, locale, data: {} }, now)
  return {
    before: { ...changed.before, ...(hasPassword && { password: hidden }) },
    after: { ...changed.after, ...(hasPassword && { password: null }), link: hidden },
  }
}
