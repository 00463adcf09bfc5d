import * as z from 'zod/mini'
import { locales } from '#contract/platform/locale.ts'
import { knowsDevice, knowsNetwork } from '#server/people/credentials/known-devices.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { Id } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'

const Recipient = z.object({
  id: Id,
  siteId: Id,
  email: z.string(),
  locale: z.enum(locales),
  /** The account knows the device or the network that asks. */
  isKnown: z.boolean(),
})
export type Recipient = z.output<typeof Recipient>

interface Request {
  siteId: number
  email: string
  device?: string | undefined
  address: string
}

export async function lockRecipient(
  tx: Queryable,
  { siteId, email, device, address }: Request,
  now: Date,
): Promise<Recipient | null> {
  const [recipient] = await tx.query(
    Recipient,
    sql`select id,
      site_id as "siteId",
      email,
      locale,
      (${knowsDevice(device)} or ${knowsNetwork(address, now)}) as "isKnown"
    from accounts a
    where site_id = ${siteId}
      and email = ${email}
      and kind = 'person'
      and removed_at is null
    for no key update`,
  )
  return recipient ?? null
}

const LockedAccount = z.object({
  email: z.string(),
  locale: z.enum(locales),
  passwordHash: z.nullable(z.string()),
  isConfirmed: z.boolean(),
})
export type LockedAccount = z.output<typeof LockedAccount>

/** Holds the row lock. `isConfirmed`: somebody has proved to own the address. */
export async function lockAccount(tx: Queryable, id: number): Promise<LockedAccount | null> {
  const [account] = await tx.query(
    LockedAccount,
    sql`select email,
      locale,
      password_hash as "passwordHash",
      email_confirmed_at is not null as "isConfirmed"
    from accounts
    where id = ${id}
      and removed_at is null
    for no key update`,
  )
  return account ?? null
}

export async function isEmailTaken(db: Queryable, siteId: number, email: string): Promise<boolean> {
  const found = await db.execute(
    sql`select id from accounts where site_id = ${siteId} and email = ${email} and kind = 'person' and removed_at is null`,
  )
  return found > 0
}

/** @returns whether the address was still free */
export async function updateEmail(
  tx: Queryable,
  { id, siteId, email }: { id: number; siteId: number; email: string },
): Promise<boolean> {
  const updated = await tx.execute(
    sql`update accounts
    set email = ${email}
    where id = ${id}
      and not exists (
        select
        from accounts
        where site_id = ${siteId}
          and email = ${email}
          and kind = 'person'
          and removed_at is null)`,
  )
  return updated > 0
}
