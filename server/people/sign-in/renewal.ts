import * as z from 'zod/mini'
import { locales } from '#contract/platform/locale.ts'
import { mailLink } from '#server/people/credentials/email-links.ts'
import { recordRules } from '#server/people/credentials/password-hash.ts'
import { findWeakness } from '#server/people/credentials/weak-passwords.ts'
import { hasInstallationRole } from '#server/platform/auth/installation.ts'
import { countRateLimit } from '#server/platform/auth/rate-limits.ts'
import { hasStaffRole } from '#server/platform/auth/roles.ts'
import { type CallOrigin, recordSecurityEvent } from '#server/platform/auth/security-events.ts'
import type { Site } from '#server/platform/auth/sites.ts'
import type { Database } from '#server/platform/db/database.ts'
import { Id, queryOne } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { Refusal } from '#server/platform/refusal.ts'

const AccountRow = z.object({
  email: z.string(),
  nickname: z.string(),
  rules: z.nullable(z.enum(['basic', 'strong'])),
  hasRole: z.boolean(),
})

interface VerifiedPassword extends CallOrigin {
  site: Site
  accountId: number
  password: string
  passwordHash: string
}

/**
 * A password of before `--strong-passwords`, of before a role, or of an earlier version: a sign-in is the only moment at
 * which it can be tested. Where it must be strong, its person sets another one by a link that is mailed: who has guessed the
 * password does not get in.
 * @throws {Refusal} `password_outdated`
 */
export async function requireCurrentRules(
  db: Database,
  verified: VerifiedPassword,
  now: Date,
): Promise<void> {
  const { site, accountId, password, passwordHash } = verified
  const [account] = await db.query(
    AccountRow,
    sql`select email,
      nickname,
      password_rules as rules,
      ${hasStaffRole} or ${hasInstallationRole} as "hasRole"
    from accounts a
    where id = ${accountId}
      and removed_at is null`,
  )
  if (!account) return
  const { rules, hasRole, ...person } = account
  const isStrong = rules === null ? !(await findWeakness(password, site, person)) : rules === 'strong'
  if (rules === null)
    await recordRules(db, accountId, { hash: passwordHash, rules: isStrong ? 'strong' : 'basic' })
  if (isStrong || !(hasRole || site.hasStrongPasswords)) return
  await mailRenewal(db, verified, now)
  throw new Refusal('password_outdated')
}

const Recipient = z.object({ accountId: Id, siteId: Id, email: z.string(), locale: z.enum(locales) })

/** Within the recipient's limit; an earlier link still works then. */
async function mailRenewal(
  db: Database,
  { accountId, ...origin }: VerifiedPassword,
  now: Date,
): Promise<void> {
  await db.transaction(async (tx) => {
    const recipient = await queryOne(
      tx,
      Recipient,
      sql`select id as "accountId",
        site_id as "siteId",
        email,
        locale
      from accounts
      where id = ${accountId}
        and removed_at is null
      for no key update`,
    )
    await recordSecurityEvent(tx, origin, { kind: 'reset-requested', accountId }, now)
    if ((await countRateLimit(tx, 'mail', `renewal ${accountId}`, now)).isExceeded) return
    await mailLink(tx, { purpose: 'reset', ...recipient, data: {} }, now)
  })
}
