import { isStaff, type NetworkRole } from '#contract/platform/roles.ts'
import { isLastOwner, lockNetwork } from '#server/people/account/queries.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { Refusal } from '#server/platform/refusal.ts'

export interface Holder {
  id: number
  networkId: number
  roles: readonly NetworkRole[]
}

/** Of somebody in the network, whose account is locked. @throws {Refusal} `last_owner` */
export async function changeRoles(
  tx: Queryable,
  holder: Holder,
  roles: readonly NetworkRole[],
): Promise<void> {
  await requireOtherOwner(tx, holder, roles)
  await tx.execute(sql`update accounts set roles = ${roles}::text[] where id = ${holder.id}`)
}

/** Takes the person, whose account is locked, out of the network: the account becomes independent. @throws {Refusal} `last_owner` */
export async function leaveNetwork(tx: Queryable, holder: Holder): Promise<void> {
  await requireOtherOwner(tx, holder, [])
  await tx.execute(
    sql`update accounts set roles = '{}', network_id = id, awaits_approval = false where id = ${holder.id}`,
  )
}

/** An independent account without channels, which is locked. */
export async function joinNetwork(
  tx: Queryable,
  { id, networkId }: { id: number; networkId: number },
  roles: readonly NetworkRole[],
): Promise<void> {
  await lockNetwork(tx, networkId)
  await tx.execute(
    sql`update accounts set roles = ${roles}::text[], network_id = ${networkId} where id = ${id}`,
  )
}

/** Locks the network: two owners must not leave at once. */
async function requireOtherOwner(
  tx: Queryable,
  holder: Holder,
  roles: readonly NetworkRole[],
): Promise<void> {
  if (!isStaff(holder)) return
  await lockNetwork(tx, holder.networkId)
  if (!roles.includes('owner') && (await isLastOwner(tx, holder))) throw new Refusal('last_owner')
}
