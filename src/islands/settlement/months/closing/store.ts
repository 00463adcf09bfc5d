import { computed } from 'nanostores'
import { type MonthClosing, readMonthClosing } from '#contract/settlement/month-closing.ts'
import {
  $callingManager,
  $filter,
  $month,
  $pathMonth,
  months,
  reloadMonth,
} from '#islands/settlement/months/state/store.ts'
import { createQuery, isSameKey } from '#lib/api/query.ts'
import { may } from '#lib/api/session.ts'

/** The month of the screen; for somebody whose network has none, the next month to close. */
const $key = computed(
  [$callingManager, may('closing.read'), $month, $pathMonth, $filter, months.$state],
  (caller, seesClosing, month, pathMonth, { krwMicros }, { result }) => {
    const isKnown = month !== null || (pathMonth === null && result !== null)
    return caller === null || !seesClosing || !isKnown
      ? null
      : { caller, month: month ?? undefined, krwMicros }
  },
)

export const closingQuery = createQuery($key, readMonthClosing, ({ caller: _, ...query }) => query)

interface Preview {
  readonly closing: MonthClosing | null
  /** The exchange rate that was given in place of the rates by the sites' rules. */
  readonly given: number | undefined
  /** It is of another rate than the one that has been chosen since. */
  readonly isStale: boolean
}

/** Ignores the closing of another month. */
export const $preview = computed(closingQuery.$state, ({ key, result }): Preview => {
  const found = result?.data.closing ?? null
  const closing = key?.month === undefined || found?.month === key.month ? found : null
  const isOpen = closing?.state === 'open'
  return {
    closing,
    given: isOpen ? result?.key.krwMicros : undefined,
    isStale: isOpen && result !== null && !isSameKey(result.key, key),
  }
})

export function reloadClosing(): void {
  reloadMonth()
  closingQuery.reload()
}
