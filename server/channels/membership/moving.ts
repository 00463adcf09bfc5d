import { startFees } from '#server/people/fees/queries.ts'
import { joinNetwork } from '#server/people/staff/changes.ts'
import type { Actor } from '#server/platform/auth/audit.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { type EndedMembership, endMember } from './ending.ts'

interface Moving {
  id: number
  from: number
  to: number
  /** First day in the other network. */
  day: string
  action: string
  actor: Actor
  firstOpenDay: string | null
  now: Date
}

/**
 * Whether somebody has channels on a day before `day` that is not closed: the month of one person is one statement, which one
 * network owes.
 */
export const hasOpenDays = async (
  tx: Queryable,
  id: number,
  { day, firstOpenDay }: { day: string; firstOpenDay: string | null },
): Promise<boolean> =>
  (await tx.execute(
    sql`select
    from assignments
    where account_id = ${id}
      and from_day < ${day}::date
      and (until_day is null or until_day > from_day)
      and (until_day is null or ${firstOpenDay}::date is null or until_day > ${firstOpenDay}::date)
      and (${firstOpenDay}::date is null or ${firstOpenDay}::date < ${day}::date)
    limit 1`,
  )) > 0

/** The member is locked after the registrations. Channels, figures and statements stay with the network of before. */
export async function moveMember(
  tx: Queryable,
  registrations: readonly number[],
  { id, from, to, day, action, actor, firstOpenDay, now }: Moving,
): Promise<EndedMembership> {
  const ending = { id, networkId: from, day, action, actor, firstOpenDay, now }
  const ended = await endMember(tx, registrations, ending)
  await joinNetwork(tx, { id, networkId: to }, ['member'])
  await startFees(tx, id, day, now)
  return ended
}
