import { type Sql, sql } from '#server/platform/db/sql.ts'

/**
 * The channels of each member (`account_id`) of a network, as assigned now: figures of earlier days follow the current
 * assignment. Ignores assignments from an earlier network.
 */
export const selectAssignedChannels = (networkId: number): Sql =>
  sql`select a.account_id, c.channel_id
      from assignments a
      join channels c on c.registration_id = a.registration_id
      where a.unassigned_at is null
        and c.removed_at is null
        and c.network_id = ${networkId}`
