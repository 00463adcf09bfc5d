import { hasInstallationRole } from '#server/platform/auth/installation.ts'
import type { PasswordHasher } from '#server/platform/auth/passwords.ts'
import { hasStaffRole } from '#server/platform/auth/roles.ts'
import type { Site } from '#server/platform/auth/sites.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { findWeakness } from './weak-passwords.ts'

/** `strong`: those of people who run a network, of operators on the web, and of sites with `--strong-passwords`. */
export type PasswordRules = 'basic' | 'strong'

declare const isChecked: unique symbol

/** Only `checkNewPassword` makes one. */
interface CheckedPassword {
  readonly [isChecked]: true
  readonly text: string
  readonly rules: PasswordRules
}

/** Only `hashPassword` makes one, of a password that was checked. */
export interface PasswordHash {
  readonly [isChecked]: true
  readonly hash: string
  readonly rules: PasswordRules
}

type RuledSite = Pick<Site, 'hasStrongPasswords' | 'name' | 'domain'>

interface PasswordChoice {
  email: string
  nickname: string
  password: string
  /** Manager, or operator on the web. */
  hasRole: boolean
  /** Name in the form. */
  field: string
}

/** People with a role, and everybody on sites that ask for it, need a password that is not easily guessed. @throws {Refusal} */
export async function checkNewPassword(
  site: RuledSite,
  { password, hasRole, field, ...person }: PasswordChoice,
): Promise<CheckedPassword> {
  const weakness = await findWeakness(password, site, person)
  if (weakness && (hasRole || site.hasStrongPasswords))
    throw new Refusal('invalid', { fields: { [field]: weakness } })
  return { text: password, rules: weakness ? 'basic' : 'strong' } as CheckedPassword
}

export const hashPassword = async (
  hasher: Pick<PasswordHasher, 'hash'>,
  { text, rules }: CheckedPassword,
): Promise<PasswordHash> => ({ hash: await hasher.hash(text), rules }) as PasswordHash

/**
 * The only place that writes a password. Tests the rules once more, because the role or the site may have changed since
 * the password was checked. @throws {Refusal} `changed`
 */
export async function writePassword(tx: Queryable, id: number, { hash, rules }: PasswordHash): Promise<void> {
  const written = await tx.execute(
    sql`update accounts a
    set password_hash = ${hash},
      password_rules = ${rules}
    from sites s
    where s.id = a.site_id
      and a.id = ${id}
      and a.kind = 'person'
      and (${rules} = 'strong' or not (${hasStaffRole} or ${hasInstallationRole} or s.has_strong_passwords))`,
  )
  if (written === 0) throw new Refusal('changed')
}

/** The same password with another cost. */
export const replaceHash = (
  tx: Queryable,
  id: number,
  { old, hash }: { old: string; hash: string },
): Promise<number> =>
  tx.execute(sql`update accounts set password_hash = ${hash} where id = ${id} and password_hash = ${old}`)

/** Of a password whose rules are not known yet. */
export const recordRules = (
  db: Queryable,
  id: number,
  { hash, rules }: { hash: string; rules: PasswordRules },
): Promise<number> =>
  db.execute(
    sql`update accounts
    set password_rules = ${rules}
    where id = ${id}
      and password_hash = ${hash}
      and password_rules is null`,
  )

export const deletePassword = (tx: Queryable, id: number): Promise<number> =>
  tx.execute(sql`update accounts set password_hash = null, password_rules = null where id = ${id}`)
