import * as z from 'zod/mini'
import type { Database, Queryable } from '#server/platform/db/database.ts'
import { Day, Integer } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { ClosingError, type ClosingProblem, draftMonth, type MonthDraft } from './drafts.ts'

export interface DraftOptions {
  /** Its first day. */
  month: string
  krwMicros: number
}

export type ReadDraft = (options: DraftOptions) => Promise<MonthDraft>

/**
 * A draft is of the whole installation and takes seconds in a large one: this process computes one at a time, and calls that
 * wait for the same one share it. A month that was closed meanwhile is refused.
 */
export function createDraftReader(db: Database, now: () => Date): ReadDraft {
  const waiting = new Map<string, Promise<MonthDraft>>()
  let last: Promise<unknown> = Promise.resolve()
  return ({ month, krwMicros }) => {
    const key = `${month} ${krwMicros}`
    const found = waiting.get(key)
    if (found) return found
    const draft = last.then(() => {
      // Later callers need a newer draft.
      waiting.delete(key)
      return withRefusals(() => db.readSnapshot((view) => draftMonth(view, { month, krwMicros, now: now() })))
    })
    last = draft.catch(() => {})
    waiting.set(key, draft)
    return draft
  }
}

const refusalOf: Record<ClosingProblem, 'month_closed' | 'not_found' | 'month_obstructed'> = {
  closed: 'month_closed',
  'no-files': 'not_found',
  obstructed: 'month_obstructed',
}

/** @throws {Refusal} for a {@link ClosingError} */
export async function withRefusals<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    throw error instanceof ClosingError ? new Refusal(refusalOf[error.problem]) : error
  }
}

const RateRow = z.object({ day: Day, krwMicros: Integer })

export interface ClosingRate {
  krwMicros: number | null
  /** Of the exchange rate; null: the rate was given. */
  rateDay: string | null
}

/** The given one, else the newest exchange rate. */
export async function findClosingRate(
  db: Pick<Queryable, 'query'>,
  krwMicros: number | undefined,
): Promise<ClosingRate> {
  if (krwMicros !== undefined) return { krwMicros, rateDay: null }
  const [newest] = await db.query(
    RateRow,
    sql`select day, krw_micros as "krwMicros"
    from exchange_rates
    order by day desc
    limit 1`,
  )
  return { krwMicros: newest?.krwMicros ?? null, rateDay: newest?.day ?? null }
}
