import * as z from 'zod/mini'
import { knowsDevice, knowsNetwork } from '#server/people/credentials/known-devices.ts'
import type { Site } from '#server/platform/auth/sites.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { Id } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'

const LoginAccount = z.object({
  id: Id,
  networkId: Id,
  passwordHash: z.nullable(z.string()),
  isKnownDevice: z.boolean(),
  isKnownNetwork: z.boolean(),
})
export type LoginAccount = z.output<typeof LoginAccount>

interface LoginIdentity {
  site: Site
  /** Normalized. */
  email: string
  /** The token that the browser has from an earlier sign-in. */
  device: string | undefined
  address: string
}

export async function selectLoginAccount(
  db: Queryable,
  { site, email, device, address }: LoginIdentity,
  now: Date,
): Promise<LoginAccount | null> {
  const [account] = await db.query(
    LoginAccount,
    sql`select id,
      network_id as "networkId",
      password_hash as "passwordHash",
      ${knowsDevice(device)} as "isKnownDevice",
      ${knowsNetwork(address, now)} as "isKnownNetwork"
    from accounts a
    where site_id = ${site.id}
      and email = ${email}
      and kind = 'person'
      and removed_at is null`,
  )
  return account ?? null
}

/** Holds the row lock. @returns whether the account is unchanged since it was selected */
export async function lockLoginAccount(
  tx: Queryable,
  { id, networkId, passwordHash }: LoginAccount,
): Promise<boolean> {
  const locked = await tx.execute(
    sql`select id
    from accounts
    where id = ${id}
      and network_id = ${networkId}
      and password_hash is not distinct from ${passwordHash}
      and removed_at is null
    for no key update`,
  )
  return locked > 0
}

/** Locks the network, so that it cannot end. @returns null when it does not exist */
export async function lockJoinableNetwork(tx: Queryable, id: number | null): Promise<number | null> {
  const locked = await tx.execute(
    sql`select id
    from accounts
    where id = ${id}
      and kind = 'network'
      and removed_at is null
    for share`,
  )
  return locked > 0 ? id : null
}
