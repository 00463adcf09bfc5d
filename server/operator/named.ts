import * as z from 'zod/mini'
import { Email } from '#contract/auth.ts'
import { siteHost } from '#contract/host.ts'
import type { Actor } from '#server/audit.ts'
import type { Queries } from '#server/db/connect.ts'
import { findSite, type Site } from '#server/session.ts'
import { OperatorError, UsageError } from './command.ts'

const longestDomain = 253

/** A domain in the form by which sites are keyed. @throws {UsageError} */
export function readDomain(text: string | undefined, what = '--site'): string {
  const domain = siteHost(text ?? '')
  if (!/^[\p{L}\p{N}][\p{L}\p{N}.-]*$/u.test(domain) || domain.length > longestDomain)
    throw new UsageError(`${what} must be a domain, for instance studio.example.`)
  return domain
}

/** The same where it may be left out. */
export const readDomainIfAny = (text: string | undefined): string | undefined =>
  text === undefined ? undefined : readDomain(text)

/** An email in small letters. @throws {UsageError} */
export function readEmail(text: string | undefined, what: string): string {
  const email = z.safeParse(Email, text ?? '')
  if (!email.success) throw new UsageError(`${what} must be an email, for instance boss@studio.example.`)
  return email.data.toLowerCase()
}

const control = /\p{Cc}/u

/** What is said in one line, without the blanks around it. @throws {UsageError} */
export function readLine(text: string, what: string, most: number): string {
  const line = text.trim()
  if (line === '') throw new UsageError(`${what} must not be empty.`)
  if (control.test(line)) throw new UsageError(`${what} must be one line.`)
  if ([...line].length > most) throw new UsageError(`${what} is at most ${most} characters.`)
  return line
}

/** @throws {OperatorError} when there is none */
export async function requireSite(db: Queries, domain: string): Promise<Site> {
  const site = await findSite(db, domain)
  if (!site) throw new OperatorError(`There is no site ${domain}. See: site list`)
  return site
}

/** The operator, for the record of changes, at work on a site. */
export const operatorOn = (site: Pick<Site, 'id'>): Actor => ({ kind: 'operator', siteId: site.id })

/** An account as the operator's changes need it. */
export interface NamedAccount {
  id: number
  networkId: number
  isManager: boolean
}

/** Locks an account until the transaction ends. @throws {OperatorError} when there is none */
export async function lockAccount(tx: Queries, site: Site, email: string): Promise<NamedAccount> {
  const [account] = await tx.query<NamedAccount>(
    `select id,
      network_id as "networkId",
      permission_flag = 1 as "isManager"
    from accounts
    where site_id = $1
      and lower(email) = $2
      and removed_at is null
    for no key update`,
    [site.id, email],
  )
  if (!account) throw new OperatorError(`There is no account ${email} at ${site.domain}.`)
  return account
}
