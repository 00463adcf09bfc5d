import * as z from 'zod/mini'
import { locales } from '#contract/platform/locale.ts'
import type { Actor } from '#server/platform/auth/audit.ts'
import { findSite, type Site } from '#server/platform/auth/sites.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { Id } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { OperatorError } from './command.ts'

/** @throws {OperatorError} when the site does not exist */
export async function requireSite(db: Queryable, domain: string): Promise<Site> {
  const site = await findSite(db, domain)
  if (!site) throw new OperatorError(`There is no site ${domain}. See: site list`)
  return site
}

/** Holds the row lock until the transaction ends. @throws {OperatorError} when the site does not exist */
export async function lockSite(tx: Queryable, domain: string): Promise<Site> {
  await tx.execute(sql`select from sites where domain = ${domain} for no key update`)
  return requireSite(tx, domain)
}

export const createOperatorActor = (site: Pick<Site, 'id'>): Actor => ({ kind: 'operator', siteId: site.id })

const LockedAccount = z.object({
  id: Id,
  networkId: Id,
  isManager: z.boolean(),
  locale: z.enum(locales),
})

/** Holds the row lock until the transaction ends. @throws {OperatorError} when the account does not exist */
export async function lockAccount(tx: Queryable, site: Site, email: string) {
  const [account] = await tx.query(
    LockedAccount,
    sql`select id,
      network_id as "networkId",
      is_manager as "isManager",
      locale
    from accounts
    where site_id = ${site.id}
      and email = ${email}
      and removed_at is null
    for no key update`,
  )
  if (!account) throw new OperatorError(`There is no account ${email} on ${site.domain}.`)
  return account
}
