import { createHash, randomBytes } from 'node:crypto'
import type { DesignId } from '#contract/design.ts'
import type { Queryable } from '#server/db/database.ts'

export interface Site {
  id: number
  domain: string
  name: string
  designId: DesignId
  colorPrimary: string
  colorPrimaryDim: string
  logoFavicon: string | null
  logoMeta: string | null
  isPlaylist: boolean
  exclusiveLogo: string | null
  defaultNetworkId: number | null
}

export interface Account {
  id: number
  siteId: number
  networkId: number
  email: string
  nickname: string
  isManager: boolean
}

/** What of an account decides what it may see; undefined of nobody. */
export const getRoleKey = (account: Account | null): string | undefined =>
  account ? [account.id, account.networkId, account.isManager].join() : undefined

/** A signed-in account, and until when (a moment in milliseconds). */
export interface Session {
  account: Account
  expiresAt: number
}

const dayMs = 24 * 60 * 60 * 1000
const sessionLifetimeMs = 30 * dayMs
const replayWindowMs = 10 * 60 * 1000

const hashToken = (token: string) => createHash('sha256').update(token).digest()

/** The site of a domain (`siteHost` form), or null. */
export async function findSite(db: Queryable, domain: string): Promise<Site | null> {
  const [site] = await db.query<Site>(
    `select id,
      domain,
      name,
      design_id as "designId",
      color_primary as "colorPrimary",
      color_primary_dim as "colorPrimaryDim",
      logo_favicon as "logoFavicon",
      logo_meta as "logoMeta",
      is_playlist as "isPlaylist",
      exclusive_logo as "exclusiveLogo",
      default_network_id as "defaultNetworkId"
    from sites
    where domain = $1`,
    [domain],
  )
  return site ?? null
}

const maxUserAgentLength = 300

/** Begins a session of an account, which the caller has locked. @returns the token; the database keeps only its hash. */
export async function createSession(
  db: Queryable,
  accountId: number,
  now: Date,
  userAgent = '',
): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await db.query(
    `insert into sessions (token_hash, account_id, created_at, expires_at, user_agent)
    values ($1, $2, $3, $4, $5)`,
    [
      hashToken(token),
      accountId,
      now,
      new Date(now.getTime() + sessionLifetimeMs),
      userAgent.slice(0, maxUserAgentLength),
    ],
  )
  await db.query('update accounts set last_sign_in_at = $2 where id = $1', [accountId, now])
  return token
}

/** Whose token this is on this site; its 30 days begin again, written at most once a day. */
export async function findSession(
  db: Queryable,
  site: Site,
  token: string,
  now: Date,
): Promise<Session | null> {
  const [found] = await db.query<Account & { expiresAt: string }>(
    `select a.id,
      a.site_id as "siteId",
      a.network_id as "networkId",
      a.email,
      a.nickname,
      a.is_manager as "isManager",
      s.expires_at as "expiresAt"
    from sessions s
    join accounts a on a.id = s.account_id
    where s.token_hash = $1
      and s.expires_at > $2
      and a.site_id = $3
      and a.removed_at is null`,
    [hashToken(token), now, site.id],
  )
  if (!found) return null
  const { expiresAt: until, ...account } = found
  const expiresAt = Date.parse(until)
  if (!needsRenewal(expiresAt, now)) return { account, expiresAt }
  const renewed = new Date(now.getTime() + sessionLifetimeMs)
  await db.query('update sessions set expires_at = $2 where token_hash = $1', [hashToken(token), renewed])
  return { account, expiresAt: renewed.getTime() }
}

/** Whether a session has not been made longer for a day. */
export const needsRenewal = (expiresAt: number, now: Date): boolean =>
  expiresAt - now.getTime() < sessionLifetimeMs - dayMs

/** @returns whether there was one */
export async function deleteSession(db: Queryable, token: string): Promise<boolean> {
  const deleted = await db.query('delete from sessions where token_hash = $1 returning id', [
    hashToken(token),
  ])
  return deleted.length > 0
}

/** Ends all sessions of an account, or all but the one of a token. @returns how many there were */
export async function deleteSessions(
  db: Queryable,
  accountId: number,
  exceptToken?: string,
): Promise<number> {
  const deleted = await db.query(
    `delete from sessions
    where account_id = $1
      and token_hash is distinct from $2
    returning id`,
    [accountId, exceptToken === undefined ? null : hashToken(exceptToken)],
  )
  return deleted.length
}

/** Where somebody is signed in. Moments are ISO texts. */
export interface ActiveSession {
  id: number
  current: boolean
  userAgent: string
  signedInAt: string
  /** Exact to a day. */
  lastUsedAt: string
}

/** The sessions of a token's owner: its own first, then the newest. */
export async function selectSessions(
  db: Queryable,
  accountId: number,
  token: string,
  now: Date,
): Promise<ActiveSession[]> {
  const rows = await db.query<Omit<ActiveSession, 'lastUsedAt'> & { expiresAt: string }>(
    `select id,
      token_hash = $2 as current,
      user_agent as "userAgent",
      created_at as "signedInAt",
      expires_at as "expiresAt"
    from sessions
    where account_id = $1
      and expires_at > $3
    order by token_hash = $2 desc, created_at desc, id desc`,
    [accountId, hashToken(token), now],
  )
  return rows.map(({ expiresAt, ...session }) => ({
    ...session,
    lastUsedAt: new Date(Date.parse(expiresAt) - sessionLifetimeMs).toISOString(),
  }))
}

/** Ends another session of a token's owner. @returns whether there is one of this id */
export async function deleteOtherSession(
  db: Queryable,
  accountId: number,
  id: number,
  token: string,
): Promise<boolean> {
  const deleted = await db.query(
    `delete from sessions
    where account_id = $1
      and id = $2::bigint
      and token_hash <> $3
    returning id`,
    [accountId, id, hashToken(token)],
  )
  return deleted.length > 0
}

/** Notes the id of a call. @returns whether it was noted already in the last ten minutes */
export async function detectReplay(db: Queryable, requestId: string, now: Date): Promise<boolean> {
  const inserted = await db.query(
    `insert into used_request_ids (request_id, used_at)
    values ($1, $2)
    on conflict (request_id) do update set used_at = excluded.used_at
      where used_request_ids.used_at < $3
    returning request_id`,
    [requestId, now, new Date(now.getTime() - replayWindowMs)],
  )
  return inserted.length === 0
}

/** Removes what has run out: sessions, one-time codes, noted ids, counted attempts. Safe to run on every instance. */
export async function deleteExpiredRows(db: Queryable, now: Date): Promise<void> {
  await db.query('delete from sessions where expires_at <= $1', [now])
  await db.query('delete from sign_in_codes where expires_at <= $1', [now])
  await db.query('delete from used_request_ids where used_at < $1', [
    new Date(now.getTime() - replayWindowMs),
  ])
  await db.query('delete from rate_limit_windows where window_start < $1', [new Date(now.getTime() - dayMs)])
}
