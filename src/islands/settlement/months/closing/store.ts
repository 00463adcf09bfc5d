import { atom, computed } from 'nanostores'
import { maxKrwMicros } from '#contract/platform/currency.ts'
import { readMonthClosing } from '#contract/settlement/month-closing.ts'
import {
  $callingManager,
  $filter,
  $month,
  $pathMonth,
  months,
} from '#islands/settlement/months/state/store.ts'
import { createQuery } from '#lib/api/query.ts'
import { $isOperator } from '#lib/api/session.ts'

/** The month of the screen; for an operator whose network has none, the next month to close. */
const $key = computed(
  [$callingManager, $isOperator, $month, $pathMonth, $filter, months.$state],
  (caller, isOperator, month, pathMonth, { krwMicros }, { result }) => {
    const isKnown = month !== null || (pathMonth === null && result !== null)
    return caller === null || !isOperator || !isKnown
      ? null
      : { caller, month: month ?? undefined, krwMicros }
  },
)

export const closingQuery = createQuery($key, readMonthClosing, ({ caller: _, ...query }) => query)

/** Ignores the closing of another month; null while it loads. */
export const $closing = computed(closingQuery.$state, ({ key, result }) => {
  const closing = result?.data.closing ?? null
  return key?.month === undefined || closing?.month === key.month ? closing : null
})

/** The explanation that the person is typing. */
export const $explanation = atom('')

/** "1,387.5": won per dollar. Null: not a rate. */
export function parseRate(text: string): number | null {
  const plain = text.replaceAll(',', '').trim()
  if (!/^\d{1,4}(?:\.\d{1,6})?$/.test(plain)) return null
  const micros = Math.round(Number(plain) * 1_000_000)
  return micros >= 1 && micros <= maxKrwMicros ? micros : null
}

export const formatRateInput = (krwMicros: number) => String(krwMicros / 1_000_000)
