import { randomBytes } from 'node:crypto'
import { hashToken } from '#server/platform/auth/secrets.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'

const maxDevices = 50

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
  token: string | undefined,
  now: Date,
): Promise<{ token: string; isNew: boolean }> {
  const device = token ?? randomBytes(32).toString('base64url')
  const isNew = !(token && (await isKnownDevice(tx, accountId, token)))
  await tx.execute(
    sql`insert into known_devices (account_id, token_hash, created_at, last_used_at)
    values (${accountId}, ${hashToken(device)}, ${now}, ${now})
    on conflict (account_id, token_hash) do update
    set last_used_at = excluded.last_used_at`,
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
