import * as z from 'zod/mini'
import type { endMembership } from '#contract/people/membership/membership.ts'
import type { ParsedBody } from '#contract/platform/endpoint.ts'
import { networkRoles } from '#contract/platform/roles.ts'
import { writePairs } from '#server/channels/lifecycle/bulk-assignments.ts'
import { lockRegistrations } from '#server/channels/registrations/registration-record.ts'
import { requirePassword } from '#server/people/credentials/reauthentication.ts'
import { endFees } from '#server/people/fees/queries.ts'
import { findMemberName, lockMember } from '#server/people/members/queries.ts'
import { leaveNetwork } from '#server/people/staff/changes.ts'
import { type Actor, type Caller, recordAuditEntry } from '#server/platform/auth/audit.ts'
import { requireCurrentRole } from '#server/platform/auth/roles.ts'
import { type CallOrigin, recordSecurityEvent } from '#server/platform/auth/security-events.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { Day, Id, queryOne } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import type { Services } from '#server/platform/http/request/services.ts'
import { getPacificDay } from '#server/platform/pacific-day.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { isOpenDay, lockOpenDays } from '#server/reports/figures/open-days.ts'

interface Ending {
  id: number
  networkId: number
  /** First day outside the network. */
  day: string
  action: string
  actor: Actor
  firstOpenDay: string | null
  now: Date
}

export interface EndedMembership {
  roles: readonly (typeof networkRoles)[number][]
  /** Percent. */
  feeRate: number
  /** Registrations that were assigned. */
  registrations: number[]
}

const RegistrationRow = z.object({ id: Id })
const LastDayRow = z.object({ until: z.nullable(Day) })
const RolesRow = z.object({ roles: z.array(z.enum(networkRoles)) })

/** Lock order: channels before accounts, as everywhere. @returns the registrations that are assigned */
export async function lockAssigned(tx: Queryable, member: number): Promise<number[]> {
  const rows = await tx.query(
    RegistrationRow,
    sql`select registration_id as id
    from assignments
    where account_id = ${member}
      and unassigned_at is null`,
  )
  const ids = rows.map(({ id }) => id)
  const locked = await lockRegistrations(tx, sql`registration_id = any(${ids}::bigint[])`)
  return locked.map(({ id }) => id)
}

/**
 * Takes an ordinary member, who is locked after the registrations, out of the network. Past days keep their fee, channels and
 * statements; what was earned in the network is owed by it.
 * @throws {Refusal} `month_closed` or `invalid`, naming `until`; also for a day before the end of an assignment, whose days would
 * have no fee, or that of another network
 */
export async function endMember(
  tx: Queryable,
  registrations: readonly number[],
  { id, networkId, day, action, actor, firstOpenDay, now }: Ending,
): Promise<EndedMembership> {
  if (day > getPacificDay(now)) throw new Refusal('invalid', { fields: { until: 'day_future' } })
  if (!isOpenDay(day, firstOpenDay)) throw new Refusal('month_closed', { fields: { until: 'day_closed' } })
  const { until } = await queryOne(
    tx,
    LastDayRow,
    sql`select max(until_day) as until
    from assignments
    where account_id = ${id}
      and until_day > from_day
      and unassigned_at is not null`,
  )
  if (until !== null && day < until) throw new Refusal('invalid', { fields: { until: 'day_assigned' } })
  const pairs = registrations.map((registration) => ({ id: registration, member: id, day }))
  const recording = { action, getActor: () => actor, context: { until: day } }
  if (pairs.length > 0) await writePairs(tx, 'unassign', pairs, recording, { firstOpenDay, now })
  await tx.execute(sql`delete from channel_requests where account_id = ${id}`)
  const permille = await endFees(tx, id, day, now)
  const { roles } = await queryOne(tx, RolesRow, sql`select roles from accounts where id = ${id}`)
  await leaveNetwork(tx, { id, networkId, roles })
  return { roles, feeRate: permille / 10, registrations: [...registrations] }
}

/** @throws {Refusal} `not_found`; `forbidden` for somebody who also runs the network; `month_closed`; `invalid` */
export async function endMembershipOf(
  services: Pick<Services, 'db' | 'passwords' | 'now'>,
  caller: Caller & CallOrigin,
  { target, password, until }: ParsedBody<typeof endMembership>,
): Promise<void> {
  const { db, now } = services
  const { account, actor } = caller
  const { networkId } = account
  if (!(await findMemberName(db, networkId, target))) throw new Refusal('not_found')
  await requirePassword(services, caller, password)
  await db.transaction(async (tx) => {
    const firstOpenDay = await lockOpenDays(tx)
    const registrations = await lockAssigned(tx, target)
    await requireCurrentRole(tx, account, 'share')
    if (!(await lockMember(tx, networkId, target))) throw new Refusal('not_found')
    const member = await findMemberName(tx, networkId, target)
    if (member?.runsNetwork) throw new Refusal('forbidden')
    const day = until ?? getPacificDay(now())
    const action = 'endMembership'
    const ending = { id: target, networkId, day, action, actor, firstOpenDay, now: now() }
    const { roles, feeRate } = await endMember(tx, registrations, ending)
    await recordSecurityEvent(
      tx,
      caller,
      { kind: 'role-changed', accountId: target, detail: { roles: '' } },
      now(),
    )
    await recordAuditEntry(tx, actor, {
      action,
      subject: { kind: 'account', id: target },
      context: { until: day },
      before: { network: networkId, roles, fee_rate: feeRate, registrations },
      after: { network: target, roles: [], fee_rate: 0, registrations: [] },
    })
  })
}
