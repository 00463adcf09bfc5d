import { randomBytes } from 'node:crypto'
import * as z from 'zod/mini'
import { impersonationMinutes } from '#contract/people/impersonation.ts'
import { confirmationMinutes } from '#contract/platform/endpoint.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { Id, IdRow, queryOne, Timestamp } from '#server/platform/db/rows.ts'
import { empty, sql } from '#server/platform/db/sql.ts'
import { grantsColumn } from './installation.ts'
import { Account, canImpersonate, credentialId, hasStaffRole, isConfirmed, roleColumns } from './roles.ts'
import { hashToken } from './secrets.ts'
import type { Site } from './sites.ts'

/** Times in epoch milliseconds. */
export interface Session {
  account: Account
  expiresAt: number
  renewAt: number
}

export type SignInMethod = 'password' | 'partner' | 'link' | 'passkey' | 'provider'

const dayMs = 24 * 60 * 60 * 1000
const idleLifetimeMs = 30 * dayMs
const absoluteLifetimeMs = 90 * dayMs
const maxSessions = 20
const maxUserAgentLength = 300

const getExpiry = (createdAt: Date, now: Date) =>
  new Date(Math.min(now.getTime() + idleLifetimeMs, createdAt.getTime() + absoluteLifetimeMs))

interface SignInProof {
  method?: SignInMethod
  hasSecondFactor?: boolean
  /** When the account's own factor was proved; by default now. Null: a provider vouches for one. */
  factorProvedAt?: Date | null | undefined
  /**
   * When the person last proved who they are; by default now, or never if they only followed a link or came from a provider,
   * where they may have signed in long ago.
   */
  confirmedAt?: Date | null | undefined
}

/** The caller must have locked the account. `token`: stored only as a hash. */
export async function createSession(
  db: Queryable,
  accountId: number,
  now: Date,
  userAgent = '',
  {
    method = 'password',
    hasSecondFactor = false,
    factorProvedAt = hasSecondFactor ? now : null,
    confirmedAt = method === 'link' || method === 'provider' ? null : now,
  }: SignInProof = {},
): Promise<{ id: number; token: string }> {
  const token = randomBytes(32).toString('base64url')
  const { id } = await queryOne(
    db,
    IdRow,
    sql`insert into sessions (token_hash, account_id, created_at, last_used_at, expires_at, user_agent, method,
      has_second_factor, factor_proved_at, confirmed_at)
    values (${hashToken(token)}, ${accountId}, ${now}, ${now}, ${getExpiry(now, now)},
      ${userAgent.slice(0, maxUserAgentLength)}, ${method}, ${hasSecondFactor}, ${factorProvedAt}, ${confirmedAt})
    returning id`,
  )
  await db.execute(sql`update accounts set last_sign_in_at = ${now} where id = ${accountId}`)
  return { id, token }
}

interface RenewalProof {
  provesFactor: boolean
  confirmsPerson: boolean
}

/**
 * Rotates the token after a proof: somebody who has seen the old one must not gain from it. The session's lifetime stays.
 * @returns the new token; null when the session has ended
 */
export async function renewProvedSession(
  tx: Queryable,
  accountId: number,
  token: string,
  { provesFactor, confirmsPerson }: RenewalProof,
  now: Date,
): Promise<string | null> {
  const newToken = randomBytes(32).toString('base64url')
  const renewed = await tx.execute(
    sql`update sessions
    set token_hash = ${hashToken(newToken)},
      has_second_factor = has_second_factor or ${provesFactor},
      factor_proved_at = coalesce(${provesFactor ? now : null}::timestamptz, factor_proved_at),
      confirmed_at = coalesce(${confirmsPerson ? now : null}::timestamptz, confirmed_at)
    where account_id = ${accountId}
      and token_hash = ${hashToken(token)}`,
  )
  return renewed > 0 ? newToken : null
}

/** `methods`: only sessions that were started so. Not cached, so that a confirmation counts at once. */
export const isRecentlyConfirmed = async (
  db: Queryable,
  accountId: number,
  token: string,
  now: Date,
  methods?: readonly SignInMethod[],
): Promise<boolean> =>
  (await db.execute(
    sql`select
    from sessions
    where account_id = ${accountId}
      and token_hash = ${hashToken(token)}
      ${methods ? sql`and method = any(${methods}::text[])` : empty}
      and confirmed_at > ${now}::timestamptz - make_interval(mins => ${confirmationMinutes})
      and confirmed_at < ${now}::timestamptz + interval '1 minute'`,
  )) > 0

/** For a proof that other sessions were started without. */
export const deleteOtherConfirmations = (tx: Queryable, accountId: number, token: string): Promise<number> =>
  tx.execute(
    sql`update sessions
    set confirmed_at = null
    where account_id = ${accountId}
      and token_hash <> ${hashToken(token)}
      and confirmed_at is not null`,
  )

/** Ends the sessions used least recently beyond the limit. */
export const deleteExcessSessions = (tx: Queryable, accountId: number): Promise<number> =>
  tx.execute(
    sql`delete from sessions
    where account_id = ${accountId}
      and id in (
        select id
        from sessions
        where account_id = ${accountId}
          and impersonator_id is null
        order by last_used_at desc, id desc
        offset ${maxSessions})`,
  )

const SessionRow = z.extend(Account, {
  createdAt: Timestamp,
  lastUsedAt: Timestamp,
  expiresAt: Timestamp,
  impersonatorSessionId: z.nullable(Id),
})

/** Expects `accounts a`. */
const accountColumns = sql`${roleColumns},
      a.site_id as "siteId",
      ${credentialId} as "credentialId",
      a.email,
      a.nickname,
      ${isConfirmed} as "isConfirmed",
      a.awaits_approval as "awaitsApproval",
      ${grantsColumn}`

/** Expects `sessions s`, `accounts a` and `sites t`. */
const sessionColumns = sql`${accountColumns},
      s.created_at as "createdAt",
      s.last_used_at as "lastUsedAt",
      s.has_second_factor as "hasSecondFactor",
      ${hasStaffRole} and t.requires_second_factor and not s.has_second_factor as "needsSecondFactor",
      s.impersonator_id as "impersonatorId",
      s.impersonator_session_id as "impersonatorSessionId",
      s.expires_at as "expiresAt"`

/** Sliding expiration: 30 days, extended at most once a day, up to 90 days in all. */
export async function findSession(
  db: Queryable,
  site: Site,
  token: string,
  now: Date,
): Promise<Session | null> {
  const [row] = await db.query(
    SessionRow,
    sql`select ${sessionColumns}
    from sessions s
    join accounts a on a.id = s.account_id
    join sites t on t.id = a.site_id
    where s.token_hash = ${hashToken(token)}
      and s.expires_at > ${now}
      and a.site_id = ${site.id}
      and a.removed_at is null`,
    { plan: 'generic' },
  )
  if (!row) return null
  if (row.impersonatorSessionId !== null) return findImpersonation(db, row, now)
  const { createdAt, lastUsedAt, expiresAt, impersonatorSessionId: _, ...account } = row
  const renewAt = Date.parse(lastUsedAt) + dayMs
  if (now.getTime() <= renewAt) return { account, expiresAt: Date.parse(expiresAt), renewAt }
  const expiry = getExpiry(new Date(createdAt), now)
  await db.execute(
    sql`update sessions
    set last_used_at = ${now},
      expires_at = ${expiry}
    where token_hash = ${hashToken(token)}`,
  )
  return { account, expiresAt: expiry.getTime(), renewAt: now.getTime() + dayMs }
}

/**
 * Lasts as long as the impersonator could start it, and is never extended. What the person may do on the installation, or by a
 * second factor, is not in it.
 */
async function findImpersonation(
  db: Queryable,
  { createdAt: _, lastUsedAt: __, expiresAt, impersonatorSessionId, ...person }: z.output<typeof SessionRow>,
  now: Date,
): Promise<Session | null> {
  const [row] = await db.query(
    SessionRow,
    sql`select ${sessionColumns}
    from sessions s
    join accounts a on a.id = s.account_id
    join sites t on t.id = a.site_id
    where s.id = ${impersonatorSessionId}::bigint
      and s.account_id = ${person.impersonatorId}
      and s.impersonator_id is null
      and s.expires_at > ${now}
      and a.removed_at is null`,
  )
  if (!row || !canImpersonate(row, person)) return null
  const end = Date.parse(expiresAt)
  const account = { ...person, grants: [], hasSecondFactor: false, needsSecondFactor: false }
  return { account, expiresAt: end, renewAt: end }
}

/** Somebody as in a session without a second factor. Null: removed, or no person. */
export async function selectPerson(db: Queryable, id: number): Promise<Account | null> {
  const [person] = await db.query(
    Account,
    sql`select ${accountColumns},
      false as "hasSecondFactor",
      false as "needsSecondFactor",
      null::integer as "impersonatorId"
    from accounts a
    where a.id = ${id}::bigint
      and a.kind = 'person'
      and a.removed_at is null`,
  )
  return person ?? null
}

/** No sign-in of the person: it is in no list of theirs. @returns null when the impersonator's session has ended */
export async function createImpersonation(
  tx: Queryable,
  personId: number,
  impersonator: { id: number; token: string },
  now: Date,
): Promise<{ token: string; until: string } | null> {
  const token = randomBytes(32).toString('base64url')
  const until = new Date(now.getTime() + impersonationMinutes * 60_000)
  const [created] = await tx.query(
    z.object({ until: Timestamp }),
    sql`insert into sessions (token_hash, account_id, created_at, last_used_at, expires_at, impersonator_id,
      impersonator_session_id)
    select ${hashToken(token)}, ${personId}, ${now}, ${now}, least(${until}::timestamptz, i.expires_at), i.account_id, i.id
    from sessions i
    where i.token_hash = ${hashToken(impersonator.token)}
      and i.account_id = ${impersonator.id}
      and i.impersonator_id is null
      and i.expires_at > ${now}
    returning expires_at as until`,
  )
  return created ? { token, until: created.until } : null
}

/** @returns its id; null when there was none */
export async function deleteSession(db: Queryable, token: string): Promise<number | null> {
  const [deleted] = await db.query(
    IdRow,
    sql`delete from sessions where token_hash = ${hashToken(token)} returning id`,
  )
  return deleted?.id ?? null
}

/** Keeps the session of `exceptToken`, and those of people who look at the portal as this one. @returns the number of sessions ended */
export const deleteSessions = (db: Queryable, accountId: number, exceptToken?: string): Promise<number> =>
  db.execute(
    sql`delete from sessions
    where account_id = ${accountId}
      and impersonator_id is null
      and token_hash is distinct from ${exceptToken === undefined ? null : hashToken(exceptToken)}`,
  )

const ActiveSessionRow = z.object({
  id: Id,
  isCurrent: z.boolean(),
  userAgent: z.string(),
  signedInAt: Timestamp,
  lastUsedAt: Timestamp,
})
export type ActiveSession = z.output<typeof ActiveSessionRow>

export const selectSessions = (
  db: Queryable,
  accountId: number,
  token: string,
  now: Date,
): Promise<ActiveSession[]> =>
  db.query(
    ActiveSessionRow,
    sql`select id,
      token_hash = ${hashToken(token)} as "isCurrent",
      user_agent as "userAgent",
      created_at as "signedInAt",
      last_used_at as "lastUsedAt"
    from sessions
    where account_id = ${accountId}
      and impersonator_id is null
      and expires_at > ${now}
    order by "isCurrent" desc, created_at desc, id desc`,
  )

/** Never ends the current session. @returns whether the account had such a session */
export async function deleteOtherSession(
  db: Queryable,
  accountId: number,
  id: number,
  token: string,
): Promise<boolean> {
  const deleted = await db.execute(
    sql`delete from sessions
    where account_id = ${accountId}
      and impersonator_id is null
      and id = ${id}::bigint
      and token_hash <> ${hashToken(token)}`,
  )
  return deleted > 0
}

export const deleteExpiredSessions = (db: Queryable, now: Date): Promise<number> =>
  db.execute(sql`delete from sessions where expires_at <= ${now} and impersonator_id is null`)
