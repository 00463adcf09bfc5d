import * as z from 'zod/mini'
import { lockRegistrations, type Registration } from '#server/channels/registrations/registration-record.ts'
import { recordAuditEntry } from '#server/platform/auth/audit.ts'
import type { Database, Queryable } from '#server/platform/db/database.ts'
import { Day, Id } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
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

/**
 * Moves the earning days of registrations: earlier also into closed months, which stay as they are, but later only within open
 * ones. Their first assignments follow. All or nothing, each registration at most once. Callers must refresh the lists
 * afterward, and refuse days to come.
 * @returns how many it changed and what prevents it, by registration
 */
export const changeEarningDays = (
  db: Database,
  days: readonly EarningDay[],
  { checkOnly = false } = {},
): Promise<{ changed: number; problems: ReadonlyMap<number, EarningDayProblem> }> =>
  db.transaction(async (tx) => {
    const firstOpenDay = await lockOpenDays(tx)
    const ids = days.map(({ id }) => id)
    const registrations = await lockRegistrations(tx, sql`registration_id = any(${ids}::bigint[])`)
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
    for (const { registration, before, day } of changes) await writeEarningDay(tx, registration, before, day)
    const earning = changes.flatMap(({ registration }) =>
      isEarning(registration) ? [registration.channelId] : [],
    )
    if (earning.length > 0) await recomputeFigures(tx, null, earning)
    return { changed: changes.length, problems }
  })

async function writeEarningDay(
  tx: Queryable,
  { id, networkId }: Registration,
  before: string,
  day: string,
): Promise<void> {
  await tx.execute(sql`update channels set earns_from = ${day} where registration_id = ${id}`)
  await moveFirstAssignment(tx, id, before, day)
  await recordAuditEntry(
    tx,
    { kind: 'operator', networkId },
    {
      action: 'channel earns-from',
      subject: { kind: 'channel', id },
      before: { earns_from: before },
      after: { earns_from: day },
    },
  )
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
    where r.registration_id = any(${ids}::integer[])`,
  )
  return new Map(rows.map((row) => [row.id, row]))
}
