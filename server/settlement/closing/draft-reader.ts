import type { RefusalCode } from '#contract/platform/errors.ts'
import type { Database } from '#server/platform/db/database.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { ClosingError, type ClosingProblem, draftMonth } from './drafts.ts'
import type { MonthDraft } from './month-draft.ts'

export interface DraftOptions {
  /** Its first day. */
  month: string
  /** In place of the rates by the sites' rules. */
  krwMicros?: number | undefined
}

/** Null: there is no exchange rate. */
export type ReadDraft = (options: DraftOptions) => Promise<MonthDraft | null>

/**
 * A draft is of the whole installation and takes seconds in a large one: this process computes one at a time, and calls that
 * wait for the same one share it. A month that was closed meanwhile is refused.
 */
export function createDraftReader(db: Database, now: () => Date): ReadDraft {
  const waiting = new Map<string, Promise<MonthDraft | null>>()
  let last: Promise<unknown> = Promise.resolve()
  return ({ month, krwMicros }) => {
    const key = `${month} ${krwMicros}`
    const found = waiting.get(key)
    if (found) return found
    const draft = last.then(() => {
      // Later callers need a newer draft.
      waiting.delete(key)
      return withRefusals(() =>
        db.readSnapshot((view) =>
          draftMonth(view, { month, krwMicros, now: now() }).catch(returnWithoutRate),
        ),
      )
    })
    last = draft.catch(() => {})
    waiting.set(key, draft)
    return draft
  }
}

function returnWithoutRate(error: unknown): null {
  if (error instanceof ClosingError && error.problem === 'no-rate') return null
  throw error
}

const refusalOf: Record<ClosingProblem, RefusalCode> = {
  closed: 'month_closed',
  past: 'month_past',
  'no-files': 'not_found',
  'no-rate': 'month_obstructed',
  obstructed: 'month_obstructed',
  changed: 'draft_changed',
  'rate-again': 'invalid',
}

/** @throws {Refusal} for a {@link ClosingError} */
export async function withRefusals<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof ClosingError)) throw error
    const fields = error.problem === 'rate-again' ? { 'rate.again': 'rate_again' as const } : undefined
    throw new Refusal(refusalOf[error.problem], fields && { fields })
  }
}
