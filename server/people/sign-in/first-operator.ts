import { randomBytes } from 'node:crypto'
import { domainToUnicode } from 'node:url'
import * as z from 'zod/mini'
import type { createFirstOperator } from '#contract/people/first-operator.ts'
import type { ParsedBody } from '#contract/platform/endpoint.ts'
import { normalizeHost } from '#contract/platform/host.ts'
import { getSiteLocale, type Locale, localizePath } from '#contract/platform/locale.ts'
import { insertAccount } from '#server/people/credentials/accounts.ts'
import { mailLink } from '#server/people/credentials/email-links.ts'
import { checkNewPassword, hashPassword } from '#server/people/credentials/password-hash.ts'
import { type StartedSession, startSession } from '#server/people/credentials/session-start.ts'
import { type Actor, recordAuditEntry } from '#server/platform/auth/audit.ts'
import { grantInstallationRole } from '#server/platform/auth/installation.ts'
import { hashToken } from '#server/platform/auth/secrets.ts'
import { type CallOrigin, recordSecurityEvent } from '#server/platform/auth/security-events.ts'
import { findSite, getSiteOrigin, type Site } from '#server/platform/auth/sites.ts'
import type { Config } from '#server/platform/config.ts'
import type { Database, Queryable } from '#server/platform/db/database.ts'
import { Integer } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { precedenceOfStranger } from '#server/platform/http/admission/precedence.ts'
import type { Services } from '#server/platform/http/request/services.ts'
import { Refusal } from '#server/platform/refusal.ts'

const lifetimeHours = 24

const hasNobody = sql`not exists (select from accounts where kind = 'person')`

const DomainRow = z.object({ domain: z.string(), isPlaylist: z.boolean() })

/**
 * Makes the link with which somebody becomes the first operator, as long as nobody has an account. It replaces the one before: no
 * two work.
 * @returns a function that formats what to print; undefined where somebody has an account
 */
export async function offerOperatorLink(
  db: Database,
  config: Pick<Config, 'behindProxy' | 'exposedBy'>,
  now: Date,
): Promise<((port: number) => string[]) | undefined> {
  const token = randomBytes(32).toString('base64url')
  const expiresAt = new Date(now.getTime() + lifetimeHours * 60 * 60 * 1000)
  const issued = await db.execute(
    sql`insert into operator_links (token_hash, expires_at)
    select ${hashToken(token)}, ${expiresAt}::timestamptz
    where ${hasNobody}
    on conflict (id) do update
    set token_hash = excluded.token_hash,
      expires_at = excluded.expires_at`,
  )
  if (issued === 0) return undefined
  const [site] = await db.query(
    DomainRow,
    sql`select domain, is_playlist as "isPlaylist" from sites order by id limit 1`,
  )
  const path = `${localizePath('/setup', getSiteLocale(site?.isPlaylist ?? false))}#${token}`
  return (port) => [
    `Nobody has an account yet. This link works once, for ${lifetimeHours} hours, and makes you the operator:`,
    ...(site ? [] : ['(The domain at which you open it becomes the first site.)']),
    '',
    `${site ? getSiteOrigin(site, port) : getFirstOrigin(config, port)}${path}`,
  ]
}

/** Of a server without sites: others reach it under a domain that only they know. */
function getFirstOrigin(
  { behindProxy, exposedBy }: Pick<Config, 'behindProxy' | 'exposedBy'>,
  port: number,
): string {
  if (exposedBy === undefined) return `http://localhost:${port}`
  return behindProxy ? 'https://<your domain>' : `http://<your domain>:${port}`
}

/** Also ends with the first account, however it was made. Expects `operator_links l`. */
const isUsable = (token: string, now: Date) => sql`l.token_hash = ${hashToken(token)}
      and l.expires_at > ${now}
      and ${hasNobody}`

const Found = z.object({ id: Integer })

async function requireLink(db: Queryable, token: string, now: Date): Promise<void> {
  const [link] = await db.query(
    Found,
    sql`select l.id
    from operator_links l
    where ${isUsable(token, now)}`,
  )
  if (!link) throw new Refusal('expired')
}

interface Creation extends Omit<CallOrigin, 'site'> {
  address: string
  body: ParsedBody<typeof createFirstOperator>
  locale: Locale
  actor: Actor
}

/**
 * The holder of the link answers for the address, which gets a mail to confirm it, and chooses the site by the domain at which the
 * link was opened. The operator's rights hold once the account has a second factor.
 * @throws {Refusal} `expired`, `taken`, `unknown_site` or `invalid`
 */
export async function createOperator(
  { db, passwords, now }: Pick<Services, 'db' | 'passwords' | 'now'>,
  { body, locale, actor, ...origin }: Creation,
): Promise<StartedSession> {
  const { token, password, device, ...form } = body
  const domain = normalizeHost(form.domain)
  const { email, nickname } = form
  try {
    await requireLink(db, token, now())
  } catch (error) {
    const event = { kind: 'link-refused', isFailure: true, accountId: null } as const
    await recordSecurityEvent(db, { ...origin, site: null }, event, now())
    throw error
  }
  const rules = (await findSite(db, domain)) ?? { name: domain, domain, hasStrongPasswords: true }
  const choice = { email, nickname, password, hasRole: true, field: 'password' }
  const checked = await checkNewPassword(rules, choice)
  const passwordHash = await hashPassword(passwords.for(precedenceOfStranger(origin.address)), checked)
  return db.transaction(async (tx) => {
    const used = await tx.execute(sql`delete from operator_links l where ${isUsable(token, now())}`)
    if (used === 0) throw new Refusal('expired')
    const { site, isNew } = await ensureSite(tx, domain)
    const id = await insertAccount(tx, site, { email, nickname, passwordHash, locale })
    if (id === null) throw new Refusal('taken', { fields: { email: 'email_taken' } })
    await grantInstallationRole(tx, id, 'operator')
    await recordAuditEntry(
      tx,
      { ...actor, id, siteId: site.id, networkId: id },
      {
        action: 'createFirstOperator',
        subject: { kind: 'account', id },
        before: null,
        after: { operator: 'everything', ...(isNew && { site: domain }) },
      },
    )
    const call = { ...origin, site }
    await recordSecurityEvent(
      tx,
      call,
      { kind: 'role-changed', accountId: id, detail: { operator: 1 } },
      now(),
    )
    const recipient = { accountId: id, siteId: site.id, email, locale }
    await mailLink(tx, { purpose: 'confirm', ...recipient, data: {} }, now())
    return startSession(tx, call, { accountId: id, method: 'password', device }, now())
  })
}

/** The first site of an installation without any. @throws {Refusal} `unknown_site` */
async function ensureSite(tx: Queryable, domain: string): Promise<{ site: Site; isNew: boolean }> {
  const existing = await findSite(tx, domain)
  if (existing) return { site: existing, isNew: false }
  const [other] = await tx.query(Found, sql`select id from sites limit 1`)
  if (other || !isDomain(domain)) throw new Refusal('unknown_site')
  await tx.execute(sql`insert into sites (domain, name) values (${domain}, ${domainToUnicode(domain)})`)
  const site = await findSite(tx, domain)
  if (!site) throw new Error('The site was not inserted.')
  return { site, isNew: true }
}

const isDomain = (domain: string) => /^[a-z\d][a-z\d.-]*$/.test(domain)
