import * as z from 'zod/mini'
import { addDays } from '#contract/calendar.ts'
import type { Queryable } from '#server/db/database.ts'
import { Day } from '#server/db/rows.ts'
import { sql } from '#server/db/sql.ts'
import { getPacificDay } from '#server/pacific-day.ts'

/** YouTube delivers the reports of a day within two days of its end; after three they are late. */
const lateAfterDays = 3

/** The last day of which both reports should be there by now. */
export const getDueDay = (now: Date): string => addDays(getPacificDay(now), -1 - lateAfterDays)

const OwnerFreshness = z.object({ owner: z.string(), latestDay: z.nullable(Day) })
/** `latestDay`: the latest with both reports; null: none. */
export type OwnerFreshness = z.output<typeof OwnerFreshness>

/** Owners that have reported, by name. */
export const selectFreshness = (db: Pick<Queryable, 'query'>): Promise<OwnerFreshness[]> =>
  db.query(
    OwnerFreshness,
    sql`select owner, max(day) filter (where is_complete) as "latestDay"
    from owner_days
    group by owner
    order by owner`,
  )
