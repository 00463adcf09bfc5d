import { computed } from 'nanostores'
import type { Currency } from '#contract/platform/params.ts'
import { readTargetSuggestions, type TargetSuggestions } from '#contract/reports/targets/month-targets.ts'
import { report } from '#islands/reports/state/store.ts'
import { $callerKey } from '#lib/api/caller.ts'
import { createQuery } from '#lib/api/query.ts'
import { getMoneyUnit } from '#lib/format/number.ts'

/** The month of the dashboard that opens the dialog; null until it is known. */
export const $targetMonth = computed(
  report.$state,
  ({ result }) => result?.data.report?.target?.month ?? null,
)

const $key = computed([$callerKey, $targetMonth], (key, month) =>
  key === null || month === null ? null : { ...key, month },
)

export const suggestions = createQuery($key, readTargetSuggestions, ({ month }) => ({ month }))

export interface Suggestion {
  kind: 'lastMonth' | 'bestMonth' | 'more'
  month: string
  amount: number
}

/** People want round numbers: rounds up to three digits. */
export function roundTarget(amount: number, currency: Currency): number {
  const unit = getMoneyUnit(currency)
  const whole = Math.ceil(amount / unit)
  const step = 10 ** Math.max(0, String(whole).length - 3)
  return Math.ceil(whole / step) * step * unit
}

/** As much as last month, a tenth more, and as much as the best month if that was another one. */
export function listSuggestions({ currency, lastMonth, bestMonth }: TargetSuggestions): Suggestion[] {
  const build = (kind: Suggestion['kind'], month: string, amount: number) =>
    amount > 0 ? [{ kind, month, amount: roundTarget(amount, currency) }] : []
  return [
    ...(lastMonth ? build('lastMonth', lastMonth.month, lastMonth.profit) : []),
    ...(lastMonth ? build('more', lastMonth.month, (lastMonth.profit * 11) / 10) : []),
    ...(bestMonth && bestMonth.month !== lastMonth?.month
      ? build('bestMonth', bestMonth.month, bestMonth.profit)
      : []),
  ]
}
