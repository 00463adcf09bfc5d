import * as z from 'zod/mini'
import { closedChannelDays } from '#contract/channels/channel-states.ts'
import { ClosedChannel } from '#contract/channels/channels.ts'
import { can } from '#contract/platform/roles.ts'
import type { Account } from '#server/platform/auth/roles.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { Id, Timestamp } from '#server/platform/db/rows.ts'
import { empty, type Sql, sql } from '#server/platform/db/sql.ts'
import { Refusal } from '#server/platform/refusal.ts'

const maxListedChannels = 50

const ClosedChannelRow = z.extend(ClosedChannel, { id: Id, closedAt: Timestamp })

/** Assignments end together with the registration. */
const isVisibleTo = (account: Account): Sql =>
  sql`c.network_id = ${account.networkId}
      and c.closed_reason is not null
      ${
        can(account, 'channels.read')
          ? empty
          : sql`and exists (
        select
        from assignments s
        where s.registration_id = c.registration_id
          and s.account_id = ${account.id}
          and s.unassigned_at = c.removed_at)`
      }`

export const selectClosedChannels = (db: Queryable, account: Account, now: Date): Promise<ClosedChannel[]> =>
  db.query(
    ClosedChannelRow,
    sql`select c.registration_id as id,
      c.channel_id as "channelId",
      c.name,
      c.handle,
      c.thumbnail,
      c.closed_reason as reason,
      c.removed_at as "closedAt"
    from channels c
    where ${isVisibleTo(account)}
      and c.removed_at > ${new Date(now.getTime() - closedChannelDays * 86_400_000)}
      and not exists (
        select
        from channels live
        where live.network_id = c.network_id
          and live.channel_id = c.channel_id
          and live.removed_at is null)
      and not exists (
        select
        from closed_channel_dismissals d
        where d.registration_id = c.registration_id
          and d.account_id = ${account.id})
    order by c.removed_at desc, c.registration_id desc
    limit ${maxListedChannels}`,
  )

/** Idempotent. @throws {Refusal} `not_found` */
export async function dismissChannel(db: Queryable, account: Account, id: number): Promise<void> {
  const dismissed = await db.execute(
    sql`insert into closed_channel_dismissals (registration_id, account_id)
    select c.registration_id, ${account.id}
    from channels c
    where c.registration_id = ${id}::bigint
      and ${isVisibleTo(account)}
    on conflict (registration_id, account_id) do update
    set account_id = excluded.account_id`,
  )
  if (dismissed === 0) throw new Refusal('not_found')
}
