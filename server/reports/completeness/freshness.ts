import * as z from 'zod/mini'
import { addDays } from '#contract/reports/calendar.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { Day, Id } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { getPacificDay } from '#server/platform/pacific-day.ts'

/** YouTube delivers the reports of a day within two days of its end; after three they are late. */
const lateAfterDays = 3

/** YouTube keeps a report for so long, see docs/operating/trouble/fetching.md. */
export const reportLifetimeDays = 60

/** The last day of which both reports should be there by now. */
export const getDueDay = (now: Date): string => addDays(getPacificDay(now), -1 - lateAfterDays)

/** Returns the Pacific day on which reports of a day are due. */
export const getDeadline = (day: string): string => addDays(day, 1 + lateAfterDays)

const OwnerFreshness = z.object({ owner: z.string(), latestDay: z.nullable(Day) })
/** `latestDay`: the latest with both reports; null: none. */
export type OwnerFreshness = z.output<typeof OwnerFreshness>

export const selectFreshness = (db: Pick<Queryable, 'query'>): Promise<OwnerFreshness[]> =>
  db.query(
    OwnerFreshness,
    sql`select owner, max(day) filter (where is_complete) as "latestDay"
    from owner_days
    group by owner
    order by owner`,
  )

const LateNetwork = z.object({ networkId: Id })

/**
 * The due day, while reports of the network are late; otherwise null. A day that was missed for longer than YouTube keeps
 * its reports is not late any more, but lost.
 */
export async function findMissedDueDay(db: Queryable, networkId: number, now: Date): Promise<string | null> {
  const dueDay = getDueDay(now)
  const oldestDay = addDays(dueDay, -reportLifetimeDays)
  const [late] = await db.query(
    LateNetwork,
    sql`with late as materialized (
      select owner
      from owner_days
      where day >= ${oldestDay}::date
      group by owner
      having max(day) filter (where is_complete) < ${dueDay}::date
    )
    select network_id as "networkId"
    from network_owners
    where network_id = ${networkId}
      and owner in (select owner from late)
    limit 1`,
  )
  return late ? dueDay : null
}
