import * as z from 'zod/mini'
import { hasInstallationRole } from '#server/platform/auth/installation.ts'
import { hasStaffRole, isMemberOf } from '#server/platform/auth/roles.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'

/** Holds the row lock until the transaction ends. @returns whether the member exists */
export async function lockMember(tx: Queryable, networkId: number, id: number): Promise<boolean> {
  const locked = await tx.execute(
    sql`select a.id
    from accounts a
    where a.id = ${id}::bigint
      and ${isMemberOf(networkId)}
    for no key update`,
  )
  return locked > 0
}

export async function isMember(db: Queryable, networkId: number, id: number): Promise<boolean> {
  const found = await db.execute(
    sql`select a.id from accounts a where a.id = ${id}::bigint and ${isMemberOf(networkId)}`,
  )
  return found > 0
}

/** `runsNetwork`: has rights beyond those of a member, in the network or on the installation. */
const MemberName = z.object({ email: z.string(), nickname: z.string(), runsNetwork: z.boolean() })

export async function findMemberName(
  db: Queryable,
  networkId: number,
  id: number,
): Promise<z.output<typeof MemberName> | null> {
  const [member] = await db.query(
    MemberName,
    sql`select a.email, a.nickname, ${hasStaffRole} or ${hasInstallationRole} as "runsNetwork"
    from accounts a
    where a.id = ${id}::bigint
      and ${isMemberOf(networkId)}`,
  )
  return member ?? null
}

export async function isEmailTaken(db: Queryable, siteId: number, email: string): Promise<boolean> {
  const found = await db.execute(
    sql`select id
    from accounts
    where site_id = ${siteId}
      and email = ${email}
      and kind = 'person'
      and removed_at is null`,
  )
  return found > 0
}

export const updateChannelUrl = (tx: Queryable, id: number, url: string): Promise<number> =>
  tx.execute(sql`update accounts set channel_url = ${url} where id = ${id}`)

/** Then only the person sets a password. */
export const isFactorResetRecent = async (
  db: Pick<Queryable, 'execute'>,
  id: number,
  now: Date,
): Promise<boolean> =>
  (await db.execute(
    sql`select
    from security_events
    where account_id = ${id}
      and kind = 'second-factor'
      and detail ->> 'change' = 'reset'
      and created_at > ${now}::timestamptz - interval '7 days'
    limit 1`,
  )) > 0
