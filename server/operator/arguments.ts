import * as z from 'zod/mini'
import { Email } from '#contract/auth.ts'
import { normalizeHost } from '#contract/host.ts'
import type { Actor } from '#server/audit.ts'
import type { Queryable } from '#server/db/database.ts'
import { findSite, type Site } from '#server/sites.ts'
import { OperatorError, UsageError } from './command.ts'

const maxDomainLength = 253

/** A domain in the form by which sites are keyed. @throws {UsageError} */
export function parseDomain(text: string | undefined, label = '--site'): string {
  const domain = normalizeHost(text ?? '')
  if (!/^[\p{L}\p{N}][\p{L}\p{N}.-]*$/u.test(domain) || domain.length > maxDomainLength)
    throw new UsageError(`${label} must be a domain, for instance studio.example.`)
  return domain
}

/** The same where it may be left out. */
export const parseOptionalDomain = (text: string | undefined): string | undefined =>
  text === undefined ? undefined : parseDomain(text)

/** An email in small letters. @throws {UsageError} */
export function parseEmail(text: string | undefined, label: string): string {
  const email = z.safeParse(Email, text ?? '')
  if (!email.success) throw new UsageError(`${label} must be an email, for instance boss@studio.example.`)
  return email.data.toLowerCase()
}

const controlCharacter = /\p{Cc}/u

/** What is said in one line, without the blanks around it. @throws {UsageError} */
export function parseLine(text: string, label: string, maxLength: number): string {
  const line = text.trim()
  if (line === '') throw new UsageError(`${label} must not be empty.`)
  if (controlCharacter.test(line)) throw new UsageError(`${label} must be one line.`)
  if ([...line].length > maxLength) throw new UsageError(`${label} is at most ${maxLength} characters.`)
  return line
}

/** @throws {OperatorError} when there is none */
export async function requireSite(db: Queryable, domain: string): Promise<Site> {
  const site = await findSite(db, domain)
  if (!site) throw new OperatorError(`There is no site ${domain}. See: site list`)
  return site
}

/** The operator, for the record of changes, at work on a site. */
export const createOperatorActor = (site: Pick<Site, 'id'>): Actor => ({ kind: 'operator', siteId: site.id })

/** An account as the operator's changes need it. */
export interface LockedAccount {
  id: number
  networkId: number
  isManager: boolean
}

/** Locks an account until the transaction ends. @throws {OperatorError} when there is none */
export async function lockAccount(tx: Queryable, site: Site, email: string): Promise<LockedAccount> {
  const [account] = await tx.query<LockedAccount>(
    `select id,
      network_id as "networkId",
      is_manager as "isManager"
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
