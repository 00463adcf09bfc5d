import { createHash, randomBytes } from 'node:crypto'
import * as z from 'zod/mini'
import type { Queryable } from '#server/db/database.ts'
import { Id, IdRow, queryOne, Timestamp } from '#server/db/rows.ts'
import { planOnce, sql } from '#server/db/sql.ts'
import type { Site } from '#server/sites.ts'
import { Account } from './roles.ts'

/** `expiresAt`: epoch milliseconds. */
export interface Session {
  account: Account
  expiresAt: number
}

const dayMs = 24 * 60 * 60 * 1000
const sessionLifetimeMs = 30 * dayMs
const maxUserAgentLength = 300

const hashToken = (token: string) => createHash('sha256').update(token).digest()

interface SignInMethod {
  method?: 'password' | 'partner' | 'link' | 'passkey'
  hasSecondFactor?: boolean
}

/** The caller must have locked the account. `token`: stored only as a hash. */
export async function createSession(
  db: Queryable,
  accountId: number,
  now: Date,
  userAgent = '',
  { method = 'password', hasSecondFactor = false }: SignInMethod = {},
): Promise<{ id: number; token: string }> {
  const token = randomBytes(32).toString('base64url')
  const expiresAt = new Date(now.getTime() + sessionLifetimeMs)
  const { id } = await queryOne(
    db,
    IdRow,
    sql`insert into sessions (token_hash, account_id, created_at, expires_at, user_agent, method, has_second_factor)
    values (${hashToken(token)}, ${accountId}, ${now}, ${expiresAt}, ${userAgent.slice(0, maxUserAgentLength)},
      ${method}, ${hasSecondFactor})
    returning id`,
  )
  await db.execute(sql`update accounts set last_sign_in_at = ${now} where id = ${accountId}`)
  return { id, token }
}

const SessionRow = z.extend(Account, { expiresAt: Timestamp })

/** Sliding expiration: 30 days, extended at most once a day. */
export async function findSession(
  db: Queryable,
  site: Site,
  token: string,
  now: Date,
): Promise<Session | null> {
  const [row] = await db.query(
    SessionRow,
    planOnce(sql`select a.id,
      a.site_id as "siteId",
      a.network_id as "networkId",
      a.email,
      a.nickname,
      a.is_manager as "isManager",
      a.is_operator as "isOperator",
      s.has_second_factor as "hasSecondFactor",
      a.is_manager and t.requires_second_factor and not s.has_second_factor as "needsSecondFactor",
      s.expires_at as "expiresAt"
    from sessions s
    join accounts a on a.id = s.account_id
    join sites t on t.id = a.site_id
    where s.token_hash = ${hashToken(token)}
      and s.expires_at > ${now}
      and a.site_id = ${site.id}
      and a.removed_at is null`),
  )
  if (!row) return null
  const { expiresAt: expiry, ...account } = row
  const expiresAt = Date.parse(expiry)
  if (!needsRenewal(expiresAt, now)) return { account, expiresAt }
  const renewed = new Date(now.getTime() + sessionLifetimeMs)
  await db.execute(sql`update sessions set expires_at = ${renewed} where token_hash = ${hashToken(token)}`)
  return { account, expiresAt: renewed.getTime() }
}

export const needsRenewal = (expiresAt: number, now: Date): boolean =>
  expiresAt - now.getTime() < sessionLifetimeMs - dayMs

/** @returns its id; null when there was none */
export async function deleteSession(db: Queryable, token: string): Promise<number | null> {
  const [deleted] = await db.query(
    IdRow,
    sql`delete from sessions where token_hash = ${hashToken(token)} returning id`,
  )
  return deleted?.id ?? null
}

/** Keeps the session of `exceptToken`. @returns the number of sessions ended */
export const deleteSessions = (db: Queryable, accountId: number, exceptToken?: string): Promise<number> =>
  db.execute(
    sql`delete from sessions
    where account_id = ${accountId}
      and token_hash is distinct from ${exceptToken === undefined ? null : hashToken(exceptToken)}`,
  )

const ActiveSessionRow = z.object({
  id: Id,
  isCurrent: z.boolean(),
  userAgent: z.string(),
  signedInAt: Timestamp,
  expiresAt: Timestamp,
})

export interface ActiveSession extends Omit<z.output<typeof ActiveSessionRow>, 'expiresAt'> {
  /** Accurate to the day. */
  lastUsedAt: string
}

export async function selectSessions(
  db: Queryable,
  accountId: number,
  token: string,
  now: Date,
): Promise<ActiveSession[]> {
  const rows = await db.query(
    ActiveSessionRow,
    sql`select id,
      token_hash = ${hashToken(token)} as "isCurrent",
      user_agent as "userAgent",
      created_at as "signedInAt",
      expires_at as "expiresAt"
    from sessions
    where account_id = ${accountId}
      and expires_at > ${now}
    order by "isCurrent" desc, created_at desc, id desc`,
  )
  return rows.map(({ expiresAt, ...session }) => ({
    ...session,
    lastUsedAt: new Date(Date.parse(expiresAt) - sessionLifetimeMs).toISOString(),
  }))
}

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
      and id = ${id}::bigint
      and token_hash <> ${hashToken(token)}`,
  )
  return deleted > 0
}

export const deleteExpiredSessions = (db: Queryable, now: Date): Promise<number> =>
  db.execute(sql`delete from sessions where expires_at <= ${now}`)
