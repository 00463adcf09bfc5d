import { createHash, randomBytes } from 'node:crypto'
import type { DesignId } from '#contract/design.ts'
import type { Queries } from './db/connect.ts'

export interface Site {
  id: number
  domain: string
  name: string
  designId: DesignId
  colorPrimary: string
  colorPrimaryDim: string
  logoFavicon: string | null
  logoMeta: string | null
  playlist: boolean
  exclusiveLogo: string | null
  defaultNetworkId: number | null
}

export interface Account {
  id: number
  siteId: number
  networkId: number
  email: string
  nickname: string
  permissionFlag: 0 | 1
}

/** What of an account decides what it may see; undefined of nobody. */
export const standingOf = (account: Account | null): string | undefined =>
  account ? [account.id, account.networkId, account.permissionFlag].join() : undefined

/** A signed-in account, and until when (a moment in milliseconds). */
export interface Session {
  account: Account
  expiresAt: number
}

const dayMs = 24 * 60 * 60 * 1000
const lifeMs = 30 * dayMs
const repeatMs = 10 * 60 * 1000

const tokenHash = (token: string) => createHash('sha256').update(token).digest()

/** The site of a domain (`siteHost` form), or null. */
export async function findSite(db: Queries, domain: string): Promise<Site | null> {
  const [site] = await db.query<Site>(
    `select id,
      domain,
      name,
      design_id as "designId",
      color_primary as "colorPrimary",
      color_primary_dim as "colorPrimaryDim",
      logo_favicon as "logoFavicon",
      logo_meta as "logoMeta",
      is_playist as "playlist",
      exclusive_logo as "exclusiveLogo",
      default_network_id as "defaultNetworkId"
    from sites
    where domain = $1`,
    [domain],
  )
  return site ?? null
}

/** Begins a session. @returns the token; the database keeps only its hash. */
export async function startSession(db: Queries, accountId: number, now: Date): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await db.query('insert into sessions (token_hash, account_id, expires_at) values ($1, $2, $3)', [
    tokenHash(token),
    accountId,
    new Date(now.getTime() + lifeMs),
  ])
  return token
}

/** Whose token this is on this site; its 30 days begin again, written at most once a day. */
export async function findSession(
  db: Queries,
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
      a.permission_flag as "permissionFlag",
      s.expires_at as "expiresAt"
    from sessions s
    join accounts a on a.id = s.account_id
    where s.token_hash = $1
      and s.expires_at > $2
      and a.site_id = $3
      and a.removed_at is null`,
    [tokenHash(token), now, site.id],
  )
  if (!found) return null
  const { expiresAt: until, ...account } = found
  const expiresAt = Date.parse(until)
  if (!asksRenewal(expiresAt, now)) return { account, expiresAt }
  const renewed = new Date(now.getTime() + lifeMs)
  await db.query('update sessions set expires_at = $2 where token_hash = $1', [tokenHash(token), renewed])
  return { account, expiresAt: renewed.getTime() }
}

/** Whether a session has not been made longer for a day. */
export const asksRenewal = (expiresAt: number, now: Date): boolean =>
  expiresAt - now.getTime() < lifeMs - dayMs

export async function endSession(db: Queries, token: string): Promise<void> {
  await db.query('delete from sessions where token_hash = $1', [tokenHash(token)])
}

/** Notes the id of a call. @returns whether it was noted already in the last ten minutes */
export async function wasSeen(db: Queries, requestId: string, now: Date): Promise<boolean> {
  const noted = await db.query(
    `insert into seen_requests (request_id, seen_at)
    values ($1, $2)
    on conflict (request_id) do update set seen_at = excluded.seen_at
      where seen_requests.seen_at < $3
    returning request_id`,
    [requestId, now, new Date(now.getTime() - repeatMs)],
  )
  return noted.length === 0
}

/** Removes what has run out: sessions, noted ids, counted attempts. Safe to run on every instance. */
export async function sweepSessions(db: Queries, now: Date): Promise<void> {
  await db.query('delete from sessions where expires_at <= $1', [now])
  await db.query('delete from seen_requests where seen_at < $1', [new Date(now.getTime() - repeatMs)])
  await db.query('delete from attempts where window_start < $1', [new Date(now.getTime() - dayMs)])
}
