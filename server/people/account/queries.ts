import * as z from 'zod/mini'
import { isConfirmed, isMemberOf } from '#server/platform/auth/roles.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { queryOne } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'

export const updateNickname = (tx: Queryable, id: number, nickname: string): Promise<number> =>
  tx.execute(sql`update accounts set nickname = ${nickname} where id = ${id}`)

const NetworkUsage = z.object({ hasMembers: z.boolean(), hasChannels: z.boolean() })

/** Members who joined with an address that nobody has confirmed become independent. */
export const releaseUnconfirmedMembers = (tx: Queryable, networkId: number): Promise<number> =>
  tx.execute(
    sql`update accounts a
    set network_id = a.id,
      awaits_approval = false
    where a.network_id = ${networkId}
      and a.id <> ${networkId}
      and a.removed_at is null
      and not ${isConfirmed}`,
  )

/** Without the members whom `releaseUnconfirmedMembers` releases. */
export const selectNetworkUsage = (
  db: Pick<Queryable, 'query'>,
  networkId: number,
): Promise<z.output<typeof NetworkUsage>> =>
  queryOne(
    db,
    NetworkUsage,
    sql`select exists (
        select
        from accounts a
        where ${isMemberOf(networkId)}
      ) as "hasMembers",
      exists (
        select
        from channels
        where network_id = ${networkId}
          and removed_at is null
      ) as "hasChannels"`,
  )

/** Lock order: before everything else, to block concurrent changes of the default network. */
export const lockSite = (tx: Queryable, id: number): Promise<number> =>
  tx.execute(sql`select id from sites where id = ${id} for no key update`)

/** New accounts then become independent. */
export const clearDefaultNetwork = (tx: Queryable, networkId: number): Promise<number> =>
  tx.execute(sql`update sites set default_network_id = null where default_network_id = ${networkId}`)
