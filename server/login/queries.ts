import type { Site } from '#server/auth/sessions.ts'
import type { Queryable } from '#server/db/database.ts'

export interface LoginAccount {
  id: number
  networkId: number
  passwordHash: string
}

/** The account of an email in small letters. */
export async function selectLoginAccount(
  db: Queryable,
  site: Site,
  email: string,
): Promise<LoginAccount | null> {
  const [account] = await db.query<LoginAccount>(
    `select id,
      network_id as "networkId",
      password_hash as "passwordHash"
    from accounts
    where site_id = $1
      and lower(email) = $2
      and removed_at is null`,
    [site.id, email],
  )
  return account ?? null
}

/** Locks an account. @returns whether it still is what it was when it was looked up */
export async function lockLoginAccount(
  tx: Queryable,
  { id, networkId, passwordHash }: LoginAccount,
): Promise<boolean> {
  const found = await tx.query(
    `select id
    from accounts
    where id = $1
      and network_id = $2
      and password_hash = $3
      and removed_at is null
    for no key update`,
    [id, networkId, passwordHash],
  )
  return found.length > 0
}

export const updatePasswordHash = async (tx: Queryable, id: number, passwordHash: string): Promise<void> =>
  void (await tx.query('update accounts set password_hash = $2 where id = $1', [id, passwordHash]))

/** Keeps a network's owner from leaving meanwhile. @returns null when there is nobody, or not any more */
export async function lockJoinableNetwork(tx: Queryable, id: number | null): Promise<number | null> {
  const found = await tx.query(
    `select id
    from accounts
    where id = $1
      and network_id = id
      and removed_at is null
    for share`,
    [id],
  )
  return found.length > 0 ? id : null
}
