import * as z from 'zod/mini'
import { ApprovalStatus, VerificationStatus } from '#contract/channels/channel-states.ts'
import { selectChannel } from '#server/channels/registrations/queries.ts'
import { lockOwnRegistration, type Registration } from '#server/channels/registrations/registration-record.ts'
import type { AccountCaller, DeletionMoney } from '#server/people/account/withdrawal.ts'
import { requirePassword } from '#server/people/credentials/reauthentication.ts'
import { type Actor, type AuditValues, type Caller, recordAuditEntry } from '#server/platform/auth/audit.ts'
import type { CallOrigin } from '#server/platform/auth/security-events.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { Id } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import type { Services } from '#server/platform/http/request/services.ts'
import { getPacificDay } from '#server/platform/pacific-day.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { isEarning } from '#server/reports/figures/channel-states.ts'
import { recomputeFigures } from '#server/reports/lists/rollups.ts'
import { selectAssignees } from './assignments.ts'
import { approvalNames } from './review.ts'

/** Soft delete: reviews, facts and past assignments stay. */
export async function removeChannel(
  services: Pick<Services, 'db' | 'jobs' | 'passwords' | 'now'>,
  caller: Caller & CallOrigin,
  { id, password }: { id: number; password: string },
  money: DeletionMoney,
): Promise<void> {
  const { account, actor } = caller
  const { db, jobs, now } = services
  if (!(await selectChannel(db, account, id))) throw new Refusal('not_found')
  await requirePassword(services, caller, password)
  const wasEarning = await db.transaction(async (tx) => {
    await money.lock(tx)
    const channel = await lockOwnRegistration(tx, account, id)
    return removeRegistration(tx, channel, {
      actor,
      action: 'deleteChannel',
      endMoney: money.end,
      jobs,
      now: now(),
    })
  })
  if (wasEarning) jobs.wake('refresh-lists')
}

interface Removal {
  actor: Actor
  action: string
  endMoney: DeletionMoney['end']
  /** Null: the caller refreshes the lists. */
  jobs: Services['jobs'] | null
  now: Date
}

/** Removes a registration that is locked. @returns whether it was earning */
export async function removeRegistration(
  tx: Queryable,
  channel: Registration,
  { actor, action, endMoney, jobs, now }: Removal,
): Promise<boolean> {
  await auditRemoval(tx, actor, action, channel)
  await endMoney(tx, channel.id, now)
  await endRegistration(tx, channel.id, now)
  if (isEarning(channel)) await recomputeFigures(tx, jobs, [channel.channelId])
  return isEarning(channel)
}

/** Call it before the assignments end. */
export const auditRemoval = async (
  tx: Queryable,
  actor: Actor,
  action: string,
  { id, channelId, approval, verification }: z.output<typeof EndedRegistration>,
  context: AuditValues = {},
) =>
  recordAuditEntry(tx, actor, {
    action,
    subject: { kind: 'channel', id },
    context,
    before: {
      channel_id: channelId,
      approval: approvalNames[approval],
      verification,
      members: await selectAssignees(tx, id),
    },
    after: null,
  })

const EndedRegistration = z.object({
  id: Id,
  channelId: z.string(),
  approval: ApprovalStatus,
  verification: VerificationStatus,
})

/**
 * Ends those of an independent account. Call it, lock the account, then call it again for channels registered in between.
 * @returns whether figures changed
 */
export async function endRegistrations(
  { jobs, now }: { jobs: Services['jobs'] | null; now: () => Date },
  tx: Queryable,
  { account, actor }: Pick<AccountCaller, 'account' | 'actor'>,
  action: string,
): Promise<boolean> {
  const ended = await tx.query(
    EndedRegistration,
    sql`select registration_id as id,
      channel_id as "channelId",
      approval_status as approval,
      verification_status as verification
    from channels
    where network_id = ${account.id}
      and removed_at is null
    order by registration_id
    for update`,
  )
  for (const registration of ended) {
    await auditRemoval(tx, actor, action, registration)
    await endRegistration(tx, registration.id, now())
  }
  const earningChannelIds = ended.filter(isEarning).map(({ channelId }) => channelId)
  if (earningChannelIds.length > 0) await recomputeFigures(tx, jobs, earningChannelIds)
  return earningChannelIds.length > 0
}

export async function endRegistration(tx: Queryable, id: number, now: Date): Promise<void> {
  await tx.execute(sql`update channels set removed_at = ${now} where registration_id = ${id}`)
  // Same lock order as account removal, to prevent deadlocks.
  await tx.execute(
    sql`with live as (
      select registration_id, account_id
      from assignments
      where registration_id = ${id}
        and unassigned_at is null
      order by account_id
      for update)
    update assignments s
    set unassigned_at = ${now},
      until_day = greatest(s.from_day, ${getPacificDay(now)}::date)
    from live
    where s.registration_id = live.registration_id
      and s.account_id = live.account_id
      and s.unassigned_at is null`,
  )
}
