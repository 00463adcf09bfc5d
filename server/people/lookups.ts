import * as z from 'zod/mini'
import type { Site } from '#server/platform/auth/sites.ts'
import { OperatorError, requireSite } from '#server/platform/command-line/command.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { Integer, queryOne } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { findAccount, selectNetworksCalled } from './queries.ts'

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

/** By its contact, or by somebody who runs it. @throws {OperatorError} unless there is one such network */
export async function requireNetwork(
  db: Queryable,
  site: Pick<Site, 'id' | 'domain'>,
  email: string,
  lock?: 'lock',
) {
  const [network, ...others] = await selectNetworksCalled(db, site.id, email, lock)
  if (!network)
    throw new OperatorError(`${email} runs no network on ${site.domain}. See: account promote --help`)
  if (others.length > 0)
    throw new OperatorError(
      `${email} belongs to several networks on ${site.domain}: give the contact of one.`,
    )
  return network
}

const BalanceRow = z.object({ balance: Integer })

/** What the operator owes must not become the network's debt. */
export async function hasBalance(tx: Queryable, id: number): Promise<boolean> {
  const { balance } = await queryOne(
    tx,
    BalanceRow,
    sql`select coalesce(sum(amount), 0)::bigint as balance from ledger_entries where account_id = ${id}`,
  )
  return balance !== 0
}

export async function requireNoBalance(tx: Queryable, id: number, email: string): Promise<void> {
  if (await hasBalance(tx, id)) throw new OperatorError(`${email} has a balance of their own: pay it first.`)
}
