import * as z from 'zod/mini'
import type { Queryable } from '#server/platform/db/database.ts'
import { Day, queryOne } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { Refusal } from '#server/platform/refusal.ts'

type Reader = Pick<Queryable, 'query'>

const FirstRow = z.object({ day: z.nullable(Day) })

/** Money of all earlier days is closed; null: no month is closed. */
export const selectFirstOpenDay = async (db: Reader): Promise<string | null> =>
  (
    await queryOne(
      db,
      FirstRow,
      sql`select (max(month) + interval '1 month')::date as day from months where state <> 'open'`,
    )
  ).day

const closingLock = sql`hashtextextended('month closing', 0)`

/** Held until the transaction ends: no decision about money is made meanwhile. */
export const lockDecisions = (tx: Queryable) => tx.execute(sql`select pg_advisory_xact_lock(${closingLock})`)

/** Until the transaction ends, no month is closed. Lock order: before all rows. @returns the first open day; null: all are open */
export async function lockOpenDays(tx: Queryable): Promise<string | null> {
  await tx.execute(sql`select pg_advisory_xact_lock_shared(${closingLock})`)
  return selectFirstOpenDay(tx)
}

/**
 * The one check of decisions about money that count from a day on: of fees, shares, assignments, earning days. `first` is the
 * first open day.
 */
export const isOpenDay = (day: string, first: string | null): boolean => first === null || day >= first

/** Until the transaction ends, no month is closed. @throws {Refusal} `month_closed` */
export async function requireOpenDay(tx: Queryable, day: string): Promise<void> {
  if (!isOpenDay(day, await lockOpenDays(tx))) throw new Refusal('month_closed')
}
