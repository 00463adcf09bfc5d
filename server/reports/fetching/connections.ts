import * as z from 'zod/mini'
import type { Encryption } from '#server/platform/auth/encryption.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { Id, Timestamp } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import type { Tokens } from './api/oauth.ts'

const Connection = z.object({
  id: Id,
  owner: z.string(),
  contentOwnerId: z.string(),
  hasConsent: z.boolean(),
  consentedAt: Timestamp,
  consentExpiresAt: z.nullable(Timestamp),
  nextFetchAt: Timestamp,
  startedAt: z.nullable(Timestamp),
  succeededAt: z.nullable(Timestamp),
  problem: z.nullable(z.string()),
})
export type Connection = z.output<typeof Connection>

const columns = sql`id,
      owner,
      content_owner_id as "contentOwnerId",
      refresh_token is not null as "hasConsent",
      consented_at as "consentedAt",
      consent_expires_at as "consentExpiresAt",
      next_fetch_at as "nextFetchAt",
      started_at as "startedAt",
      succeeded_at as "succeededAt",
      problem`

export const selectConnections = (db: Queryable): Promise<Connection[]> =>
  db.query(Connection, sql`select ${columns} from youtube_connections order by owner`)

export async function findConnection(db: Queryable, id: number): Promise<Connection | undefined> {
  const [connection] = await db.query(
    Connection,
    sql`select ${columns} from youtube_connections where id = ${id}`,
  )
  return connection
}

const dayMs = 86_400_000

/** The next fetch is planned a day ahead at most: what is later was planned while the clock was wrong. */
export function isFetchDue({ nextFetchAt }: Pick<Connection, 'nextFetchAt'>, now: Date): boolean {
  const delayMs = Date.parse(nextFetchAt) - now.getTime()
  return delayMs <= 0 || delayMs > dayMs
}

export const selectDueConnections = async (db: Queryable, now: Date): Promise<Connection[]> =>
  (await selectConnections(db)).filter((connection) => connection.hasConsent && isFetchDue(connection, now))

export const getTokenContext = (owner: string) => `youtube refresh token ${owner}`

const TokenRow = z.object({ token: z.nullable(z.instanceof(Uint8Array)) })

/** @returns null when there is none, or one that was encrypted with another key */
export async function readRefreshToken(
  db: Queryable,
  encryption: Encryption,
  owner: string,
): Promise<string | null> {
  const [row] = await db.query(
    TokenRow,
    sql`select refresh_token as token from youtube_connections where owner = ${owner}`,
  )
  if (!row?.token) return null
  const token = await encryption.decrypt(row.token, getTokenContext(owner))
  return token && Buffer.from(token).toString()
}

const encryptToken = (encryption: Encryption, owner: string, token: string) =>
  encryption.encrypt(Buffer.from(token), getTokenContext(owner))

interface Consent {
  owner: string
  contentOwnerId: string
  refreshToken: string
  expiresAt: Date | null
}

/** Inserts the connection, or renews its consent. The next fetch is due at once. */
export async function recordConsent(
  tx: Queryable,
  encryption: Encryption,
  { owner, contentOwnerId, refreshToken, expiresAt }: Consent,
  now: Date,
): Promise<void> {
  const token = await encryptToken(encryption, owner, refreshToken)
  await tx.execute(
    sql`insert into youtube_connections (owner, content_owner_id, refresh_token, consented_at, consent_expires_at,
      next_fetch_at)
    values (${owner}, ${contentOwnerId}, ${token}, ${now}, ${expiresAt}, ${now})
    on conflict (owner) do update
    set content_owner_id = excluded.content_owner_id,
      refresh_token = excluded.refresh_token,
      consented_at = excluded.consented_at,
      consent_expires_at = excluded.consent_expires_at,
      next_fetch_at = excluded.next_fetch_at,
      problem = null`,
  )
}

/** The consent that a fetch began with: another one may have been given since. */
const isSameConsent = ({ owner, consentedAt }: Pick<Connection, 'owner' | 'consentedAt'>) =>
  sql`owner = ${owner}
      and consented_at = ${consentedAt}`

/** Google may replace a refresh token when it is used. */
export async function replaceRefreshToken(
  db: Queryable,
  encryption: Encryption,
  connection: Pick<Connection, 'owner' | 'consentedAt'>,
  { refreshToken, consentSeconds }: Pick<Tokens, 'refreshToken' | 'consentSeconds'>,
  now: Date,
): Promise<void> {
  if (refreshToken !== undefined)
    await db.execute(
      sql`update youtube_connections
      set refresh_token = ${await encryptToken(encryption, connection.owner, refreshToken)}
      where ${isSameConsent(connection)}`,
    )
  if (consentSeconds !== undefined)
    await db.execute(
      sql`update youtube_connections
      set consent_expires_at = ${new Date(now.getTime() + consentSeconds * 1_000)}
      where ${isSameConsent(connection)}`,
    )
}

export const recordStart = (db: Queryable, owner: string, now: Date) =>
  db.execute(sql`update youtube_connections set started_at = ${now} where owner = ${owner}`)

export const recordSuccess = (db: Queryable, owner: string, now: Date, nextFetchAt: Date) =>
  db.execute(
    sql`update youtube_connections
    set succeeded_at = ${now},
      problem = null,
      next_fetch_at = ${nextFetchAt}
    where owner = ${owner}`,
  )

export const recordProblem = (db: Queryable, owner: string, problem: string, nextFetchAt: Date) =>
  db.execute(
    sql`update youtube_connections
    set problem = ${problem},
      next_fetch_at = ${nextFetchAt}
    where owner = ${owner}`,
  )

/** The refresh token no longer holds: nothing is fetched until a person consents again. */
export const forgetConsent = (db: Queryable, connection: Pick<Connection, 'owner' | 'consentedAt'>) =>
  db.execute(sql`update youtube_connections set refresh_token = null where ${isSameConsent(connection)}`)

/** Keeps what was fetched, and the record of it. */
export const deleteConnection = (tx: Queryable, owner: string) =>
  tx.execute(sql`delete from youtube_connections where owner = ${owner}`)
