import * as z from 'zod/mini'
import { can, type Permission } from '#contract/platform/roles.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { Id, queryOne } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { type Account, type RoleSnapshot, requireCurrentRole } from './roles.ts'

/**
 * In whose name somebody reads or decides: the network's, or their own. `id`: the account of the network, or of the person.
 * `isNetwork`: sees all that is the network's, else only what is the account's own. `personId`: the person who is behind it; what
 * is owed to them stays visible when they run a network.
 */
export interface Viewpoint {
  id: number
  networkId: number
  isNetwork: boolean
  personId: number | null
}

/** The network's for those who may, else their own. */
export const getViewpoint = (account: RoleSnapshot, permission: Permission): Viewpoint =>
  can(account, permission) && !account.isIndependent
    ? { ...getNetworkViewpoint(account), personId: account.id }
    : getOwnViewpoint(account)

export const getOwnViewpoint = ({ id, networkId }: Pick<Account, 'id' | 'networkId'>): Viewpoint => ({
  id,
  networkId,
  isNetwork: false,
  personId: id,
})

export const getNetworkViewpoint = ({ networkId }: Pick<Account, 'networkId'>): Viewpoint => ({
  id: networkId,
  networkId,
  isNetwork: true,
  personId: null,
})

const ViewpointRow = z.object({ id: Id, networkId: Id, isNetwork: z.boolean(), personId: z.nullable(Id) })

/** Of an account itself: a network's sees all that is the network's. Includes removed accounts. */
export const selectViewpoint = (db: Queryable, id: number): Promise<Viewpoint> =>
  queryOne(
    db,
    ViewpointRow,
    sql`select id,
      network_id as "networkId",
      kind = 'network' as "isNetwork",
      case when kind = 'person' then id end as "personId"
    from accounts
    where id = ${id}`,
  )

/**
 * Locks the account, and that of the network if it is decided in its name: what is counted or named of either is serialized.
 * @throws {Refusal} `unauthenticated` when the role has changed
 */
export async function lockViewpoint(
  tx: Queryable,
  account: RoleSnapshot,
  permission: Permission,
): Promise<Viewpoint> {
  await requireCurrentRole(tx, account, 'update')
  const viewpoint = getViewpoint(account, permission)
  if (viewpoint.isNetwork)
    await tx.execute(sql`select from accounts where id = ${viewpoint.id} for no key update`)
  return viewpoint
}
