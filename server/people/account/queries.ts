import * as z from 'zod/mini'
import type { NetworkRole } from '#contract/platform/roles.ts'
import {
  accountState,
  hasStaffRole,
  isConfirmed,
  isMemberOf,
  type RoleSnapshot,
} from '#server/platform/auth/roles.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { queryOne } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'

export const updateNickname = (tx: Queryable, id: number, nickname: string): Promise<number> =>
  tx.execute(sql`update accounts set nickname = ${nickname} where id = ${id}`)

const NetworkUsage = z.object({ hasStaff: z.boolean(), hasMembers: z.boolean(), hasChannels: z.boolean() })

/** Members who joined with an address that nobody has confirmed become independent. */
export const releaseUnconfirmedMembers = (tx: Queryable, networkId: number): Promise<number> =>
  tx.execute(
    sql`update accounts a
    set network_id = a.id,
      roles = '{}',
      awaits_approval = false
    where a.network_id = ${networkId}
      and a.roles = '{member}'
      and a.removed_at is null
      and not ${isConfirmed}`,
  )

/** Without the person, and without the members whom `releaseUnconfirmedMembers` releases. */
export const selectNetworkUsage = (
  db: Pick<Queryable, 'query'>,
  networkId: number,
  id: number,
): Promise<z.output<typeof NetworkUsage>> =>
  queryOne(
    db,
    NetworkUsage,
    sql`select exists (
        select
        from accounts a
        where a.network_id = ${networkId}
          and a.id <> ${id}
          and a.removed_at is null
          and ${hasStaffRole}
      ) as "hasStaff",
      exists (
        select
        from accounts a
        where ${isMemberOf(networkId)}
          and a.id <> ${id}
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

/** Blocks changes of who runs the network. */
export const lockNetwork = (tx: Queryable, networkId: number): Promise<number> =>
  tx.execute(sql`select from accounts where id = ${networkId} for no key update`)

/** Nobody else owns the network; who has not accepted the invitation owns nothing yet. */
export const isLastOwner = async (
  db: Pick<Queryable, 'execute'>,
  { id, networkId, roles }: Pick<RoleSnapshot, 'id' | 'networkId'> & { roles: readonly NetworkRole[] },
): Promise<boolean> =>
  roles.includes('owner') &&
  (await db.execute(
    sql`select
    from accounts a
    where network_id = ${networkId}
      and id <> ${id}
      and 'owner' = any(roles)
      and removed_at is null
      and ${accountState} <> 'invited'
    limit 1`,
  )) === 0
