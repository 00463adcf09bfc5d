import type { Site } from '#server/platform/auth/sites.ts'
import { OperatorError, requireSite } from '#server/platform/command-line/command.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { findAccount } from './queries.ts'

/** Holds the row lock until the transaction ends. @throws {OperatorError} when the site does not exist */
export async function lockSite(tx: Queryable, domain: string): Promise<Site> {
  await tx.execute(sql`select from sites where domain = ${domain} for no key update`)
  return requireSite(tx, domain)
}

/** @throws {OperatorError} when the account does not exist */
export async function requireAccount(
  db: Queryable,
  site: Pick<Site, 'id' | 'domain'>,
  email: string,
  lock?: 'lock',
) {
  const account = await findAccount(db, site.id, email, lock)
  if (!account) throw new OperatorError(`There is no account ${email} on ${site.domain}.`)
  return account
}
