import { type Caller, recordAuditEntry } from '#server/audit.ts'
import { requirePassword } from '#server/auth/reauthentication.ts'
import type { Account } from '#server/auth/sessions.ts'
import type { Queryable } from '#server/db/database.ts'
import { isEarning } from '#server/figures/earning.ts'
import { recomputeFigures } from '#server/figures/rollups.ts'
import { Refusal, type Services } from '#server/http/route.ts'
import { selectChannels } from './queries.ts'
import { lockOwnRegistration, type Registration } from './registration-record.ts'

/** A network's manager may end registrations, and who stands alone. */
export const canRemoveChannels = (account: Account): boolean => account.networkId === account.id

/** Ends a registration, with the person's own password. Reviews, facts and the history of assignments stay. */
export async function removeChannel(
  services: Pick<Services, 'db' | 'jobs' | 'now'>,
  { account, actor }: Caller,
  id: number,
  password: string,
): Promise<void> {
  const { db, jobs, now } = services
  if ((await selectChannels(db, account, { id })).length === 0) throw new Refusal('not_found')
  if (!canRemoveChannels(account)) throw new Refusal('forbidden')
  await requirePassword(db, account, password, now())
  const wasEarning = await db.transaction(async (tx) => {
    const channel = await lockOwnRegistration(tx, account, id)
    await endRegistration(tx, id, now())
    await recordAuditEntry(tx, actor, {
      action: 'deleteChannel',
      subject: { kind: 'channel', id },
      detail: { channel_id: channel.channelId },
    })
    if (isEarning(channel)) await recomputeFigures(tx, jobs, [channel.channelId])
    return isEarning(channel)
  })
  if (wasEarning) jobs.wake('refresh-lists')
}

/**
 * Ends every live registration of a network that is given up; its owner's row is to be locked after a first call, and
 * before a second that finds what was registered meanwhile. @returns whether figures have changed
 */
export async function endRegistrations(
  { jobs, now }: Pick<Services, 'jobs' | 'now'>,
  tx: Queryable,
  networkId: number,
): Promise<boolean> {
  const ended = await tx.query<Pick<Registration, 'id' | 'channelId' | 'approval' | 'verification'>>(
    `select registration_id as id,
      channel_id as "channelId",
      approval_status as approval,
      verification_status as verification
    from channels
    where network_id = $1
      and removed_at is null
    order by registration_id
    for update`,
    [networkId],
  )
  for (const { id } of ended) await endRegistration(tx, id, now())
  const earningChannelIds = ended.filter(isEarning).map(({ channelId }) => channelId)
  if (earningChannelIds.length > 0) await recomputeFigures(tx, jobs, earningChannelIds)
  return earningChannelIds.length > 0
}

async function endRegistration(tx: Queryable, id: number, now: Date): Promise<void> {
  await tx.query('update channels set removed_at = $2 where registration_id = $1', [id, now])
  // In the order in which a leaving person's are ended, so that the two never wait for each other.
  await tx.query(
    `with live as (
      select registration_id, account_id
      from assignments
      where registration_id = $1
        and unassigned_at is null
      order by account_id
      for update)
    update assignments s
    set unassigned_at = $2
    from live
    where s.registration_id = live.registration_id
      and s.account_id = live.account_id
      and s.unassigned_at is null`,
    [id, now],
  )
}
