import type { Queries } from '#server/db/connect.ts'
import type { Site } from '#server/session.ts'

export interface Login {
  id: number
  networkId: number
  passwordHash: string
}

/** The account of an email in small letters. */
export async function selectLogin(db: Queries, site: Site, email: string): Promise<Login | null> {
  const [account] = await db.query<Login>(
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
export async function lockLogin(tx: Queries, { id, networkId, passwordHash }: Login): Promise<boolean> {
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

export const updateHash = async (tx: Queries, id: number, passwordHash: string): Promise<void> =>
  void (await tx.query('update accounts set password_hash = $2 where id = $1', [id, passwordHash]))

/** Keeps a network's owner from leaving meanwhile. @returns null when there is nobody, or not any more */
export async function keepNetwork(tx: Queries, id: number | null): Promise<number | null> {
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
