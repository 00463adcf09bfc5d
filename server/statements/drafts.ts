import * as z from 'zod/mini'
import type { Database, Queryable } from '#server/db/database.ts'
import { Day, Integer } from '#server/db/rows.ts'
import { sql } from '#server/db/sql.ts'
import { draftMonth, type MonthDraft } from '#server/months/closing.ts'

export interface DraftOptions {
  /** Its first day. */
  month: string
  krwMicros: number
}

export type ReadDraft = (options: DraftOptions) => Promise<MonthDraft>

/**
 * A draft is of the whole installation and takes seconds in a large one: this process computes one at a time, and calls that
 * wait for the same one share it.
 */
export function createDraftReader(db: Database, now: () => Date): ReadDraft {
  const waiting = new Map<string, Promise<MonthDraft>>()
  let last: Promise<unknown> = Promise.resolve()
  return ({ month, krwMicros }) => {
    const key = `${month} ${krwMicros}`
    const found = waiting.get(key)
    if (found) return found
    const draft = last.then(() => {
      // Whoever asks from here on wants what has changed meanwhile.
      waiting.delete(key)
      return db.readSnapshot((view) => draftMonth(view, { month, krwMicros, now: now() }))
    })
    last = draft.catch(() => {})
    waiting.set(key, draft)
    return draft
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
