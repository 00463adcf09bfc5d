import type { Queryable } from '#server/db/database.ts'

export const updateNickname = async (tx: Queryable, id: number, nickname: string): Promise<void> =>
  void (await tx.query('update accounts set nickname = $2 where id = $1', [id, nickname]))

export const updatePasswordHash = async (tx: Queryable, id: number, passwordHash: string): Promise<void> =>
  void (await tx.query('update accounts set password_hash = $2 where id = $1', [id, passwordHash]))

/** Whether a network has anybody but its owner, or any channel. */
export async function selectNetworkUsage(
  tx: Queryable,
  networkId: number,
): Promise<{ members: boolean; channels: boolean }> {
  const [row] = await tx.query<{ members: boolean; channels: boolean }>(
    `select exists (
        select
        from accounts
        where network_id = $1
          and id <> $1
          and removed_at is null
      ) as members,
      exists (
        select
        from channels
        where network_id = $1
          and removed_at is null
      ) as channels`,
    [networkId],
  )
  return row ?? { members: false, channels: false }
}

/** Keeps the operator from making a network the site's default meanwhile. It comes before all other locks. */
export const lockSite = async (tx: Queryable, id: number): Promise<void> =>
  void (await tx.query('select id from sites where id = $1 for no key update', [id]))

/** Whoever joins a site stands alone when its default network is no more. */
export const clearDefaultNetwork = async (tx: Queryable, networkId: number): Promise<void> =>
  void (await tx.query('update sites set default_network_id = null where default_network_id = $1', [
    networkId,
  ]))
