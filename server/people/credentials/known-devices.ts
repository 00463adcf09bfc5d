import { randomBytes } from 'node:crypto'
import { credentialId } from '#server/platform/auth/roles.ts'
import { hashToken } from '#server/platform/auth/secrets.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { type Sql, sql } from '#server/platform/db/sql.ts'
import { getSharedNetwork } from '#server/platform/ip-network.ts'

const maxDevices = 50
const networkDays = 90

/** Expects `accounts a`. Tests whether a browser with this token has signed in to the account before. */
export const knowsDevice = (token: string | undefined): Sql => sql`exists (
  select
  from known_devices d
  where d.account_id = a.id
    and d.token_hash = ${hashToken(token ?? '')}
)`

/** Expects `accounts a`. Tests whether a device has been in this network at a sign-in to the account lately. */
export const knowsNetwork = (address: string, now: Date): Sql => sql`exists (
  select
  from known_devices d
  where d.account_id = a.id
    and d.network_hash = ${hashNetwork(credentialId, address)}
    and d.last_used_at > ${now}::timestamptz - make_interval(days => ${networkDays})
)`

/** Hashed with the account, so that the table does not reveal who is where. */
const hashNetwork = (accountId: Sql, address: string): Sql =>
  sql`sha256(convert_to(${accountId} || ' ' || ${getSharedNetwork(address)}, 'UTF8'))`

export async function isKnownDevice(db: Queryable, accountId: number, token: string): Promise<boolean> {
  const known = await db.execute(
    sql`select account_id from known_devices where account_id = ${accountId} and token_hash = ${hashToken(token)}`,
  )
  return known > 0
}

/**
 * The token only tells browsers apart: it signs nobody in. The caller must have locked the account.
 * @returns the token to send with the next sign-in
 */
export async function rememberDevice(
  tx: Queryable,
  accountId: number,
  { token, address }: { token: string | undefined; address: string | null },
  now: Date,
): Promise<{ token: string; isNew: boolean }> {
  const device = token ?? randomBytes(32).toString('base64url')
  const isNew = !(token && (await isKnownDevice(tx, accountId, token)))
  await tx.execute(
    sql`insert into known_devices (account_id, token_hash, network_hash, created_at, last_used_at)
    select a.id, ${hashToken(device)}, ${address === null ? null : hashNetwork(credentialId, address)}, ${now}, ${now}
    from accounts a
    where a.id = ${accountId}
    on conflict (account_id, token_hash) do update
    set last_used_at = excluded.last_used_at,
      network_hash = excluded.network_hash`,
  )
  if (isNew)
    await tx.execute(
      sql`delete from known_devices
      where account_id = ${accountId}
        and token_hash in (
          select token_hash
          from known_devices
          where account_id = ${accountId}
          order by last_used_at desc
          offset ${maxDevices})`,
    )
  return { token: device, isNew }
}

export const forgetDevices = (tx: Queryable, accountId: number): Promise<number> =>
  tx.execute(sql`delete from known_devices where account_id = ${accountId}`)
