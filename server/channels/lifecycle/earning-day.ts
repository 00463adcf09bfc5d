import * as z from 'zod/mini'
import { selectInScope } from '#server/channels/registrations/installation-scope.ts'
import { lockRegistrations, type Registration } from '#server/channels/registrations/registration-record.ts'
import { type Actor, type Caller, recordAuditEntry } from '#server/platform/auth/audit.ts'
import { getScope, type InstallationScope, wholeInstallation } from '#server/platform/auth/installation.ts'
import type { Database, Queryable } from '#server/platform/db/database.ts'
import { Day, Id } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import type { Services } from '#server/platform/http/request/services.ts'
import type { JobQueue } from '#server/platform/jobs/queue.ts'
import { getPacificDay } from '#server/platform/pacific-day.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { hasState, isEarning } from '#server/reports/figures/channel-states.ts'
import { isOpenDay, lockOpenDays } from '#server/reports/figures/open-days.ts'
import { recomputeFigures } from '#server/reports/lists/rollups.ts'
import { moveFirstAssignment } from './assignment-days.ts'

export interface EarningDay {
  id: number
  day: string
}

/** `taken`: another registration earned that day. `day_closed`: days of closed months would be lost. */
export type EarningDayProblem = 'not_found' | 'unapproved' | 'taken' | 'day_closed'

interface Recording {
  action: string
  actor: Actor
}

/**
 * Moves the earning days of registrations: earlier also into closed months, which stay as they are, but later only within open
 * ones. Their first assignments follow. All or nothing, each registration at most once. Callers must refresh the lists
 * afterward, and refuse days to come.
 * @returns how many it changed and what prevents it, by registration
 */
export const changeEarningDays = (
  db: Database,
  days: readonly EarningDay[],
  recording: Recording,
  {
    checkOnly = false,
    jobs = null,
    scope = wholeInstallation,
  }: { checkOnly?: boolean; jobs?: JobQueue | null; scope?: InstallationScope } = {},
): Promise<{ changed: number; problems: ReadonlyMap<number, EarningDayProblem> }> =>
  db.transaction(async (tx) => {
    const firstOpenDay = await lockOpenDays(tx)
    const ids = days.map(({ id }) => id)
    const reached = await selectInScope(tx, ids, scope)
    const registrations = await lockRegistrations(tx, sql`registration_id = any(${reached}::bigint[])`)
    const byId = new Map(registrations.map((registration) => [registration.id, registration]))
    const current = await selectEarningDays(tx, ids)
    const problems = new Map<number, EarningDayProblem>()
    const changes: { registration: Registration; before: string; day: string }[] = []
    for (const { id, day } of days) {
      const registration = byId.get(id)
      const { earnsFrom: before = null, takenUntil = null } = current.get(id) ?? {}
      if (!registration) problems.set(id, 'not_found')
      else if (before === null) problems.set(id, 'unapproved')
      else if (day < before && takenUntil !== null && day < takenUntil) problems.set(id, 'taken')
      else if (day > before && !isOpenDay(before, firstOpenDay)) problems.set(id, 'day_closed')
      else if (day !== before) changes.push({ registration, before, day })
    }
    if (checkOnly || problems.size > 0) return { changed: 0, problems }
    for (const { registration, before, day } of changes)
      await writeEarningDay(tx, registration, { before, day }, recording)
    const earning = changes.flatMap(({ registration }) =>
      isEarning(registration) ? [registration.channelId] : [],
    )
    if (earning.length > 0) await recomputeFigures(tx, jobs, earning)
    return { changed: changes.length, problems }
  })

async function writeEarningDay(
  tx: Queryable,
  { id, networkId }: Registration,
  { before, day }: { before: string; day: string },
  { action, actor }: Recording,
): Promise<void> {
  await tx.execute(sql`update channels set earns_from = ${day} where registration_id = ${id}`)
  await moveFirstAssignment(tx, id, before, day)
  await recordAuditEntry(
    tx,
    { ...actor, networkId },
    {
      action,
      subject: { kind: 'channel', id },
      before: { earns_from: before },
      after: { earns_from: day },
    },
  )
}

/** Of a registration in the scope of the account's role on the installation. @throws {Refusal} see `setEarningDay` of the contract */
export async function setEarningDay(
  { db, jobs, now }: Pick<Services, 'db' | 'jobs' | 'now'>,
  { account, actor }: Caller,
  { id, from }: { id: number; from: string },
): Promise<void> {
  if (from > getPacificDay(now())) throw new Refusal('invalid', { fields: { from: 'day_future' } })
  const recording = { actor, action: 'setEarningDay' }
  const scope = getScope(account, 'earning-days.change')
  const { changed, problems } = await changeEarningDays(db, [{ id, day: from }], recording, { jobs, scope })
  const problem = problems.get(id)
  if (problem !== undefined) throw createRefusal(problem)
  if (changed > 0) jobs.wake('refresh-lists')
}

function createRefusal(problem: EarningDayProblem): Refusal {
  switch (problem) {
    case 'taken':
      return new Refusal('invalid', { fields: { from: 'day_earned' } })
    case 'day_closed':
      return new Refusal('month_closed', { fields: { from: 'closed_days_lost' } })
    case 'not_found':
    case 'unapproved':
      return new Refusal(problem)
  }
}

const EarningDayRow = z.object({ id: Id, earnsFrom: z.nullable(Day), takenUntil: z.nullable(Day) })

/** `takenUntil`: the first day that no earlier registration of the channel has earned. */
export async function selectEarningDays(
  tx: Queryable,
  ids: readonly number[],
): Promise<Map<number, z.output<typeof EarningDayRow>>> {
  const rows = await tx.query(
    EarningDayRow,
    sql`select r.registration_id as id,
      r.earns_from as "earnsFrom",
      (
        select max((c.removed_at at time zone 'America/Los_Angeles')::date)
        from channels c
        where c.channel_id = r.channel_id
          and c.registration_id <> r.registration_id
          and c.removed_at is not null
          and c.earns_from < (c.removed_at at time zone 'America/Los_Angeles')::date
          and ${hasState('approved')}
      ) as "takenUntil"
    from channels r
    where r.registration_id = any(${ids}::bigint[])`,
  )
  return new Map(rows.map((row) => [row.id, row]))
}
