import * as z from 'zod/mini'
import { maxEnteredAmount } from '#contract/platform/currency.ts'
import { defineEndpoint } from '#contract/platform/endpoint.ts'
import { errorCode } from '#contract/platform/errors.ts'
import { Currency, Month } from '#contract/platform/params.ts'
import { getMonthStart } from '#contract/reports/calendar.ts'
import { MonthTarget } from '#contract/reports/dashboard.ts'

/** Of the account's primary profit in a month, in `amountUnits` of whole won or cents. */
export const TargetAmount = z
  .int()
  .check(z.minimum(1, errorCode('target_amount')), z.maximum(maxEnteredAmount, errorCode('target_amount')))

/** A target can be set for the months from so many before the present one to as many after it. */
export const targetMonths = 12

/** `today` is a day. */
export function isTargetMonth(month: string, today: string): boolean {
  const at = (months: number) => getMonthStart(today, months).slice(0, 7)
  return at(-targetMonths) <= month && month <= at(targetMonths)
}

/** The months of which the best is suggested. */
export const suggestionMonths = 12

const MonthProfit = z.object({ month: Month, profit: z.int() })

export const TargetSuggestions = z.object({
  currency: Currency,
  ...MonthTarget.shape,
  /** The month is one of those that have the same target. */
  isOnward: z.boolean(),
  /** Null unless all of its days have been reported. */
  lastMonth: z.nullable(MonthProfit),
  /** Of the whole months among the last `suggestionMonths`. */
  bestMonth: z.nullable(MonthProfit),
})
export type TargetSuggestions = z.infer<typeof TargetSuggestions>

export const readTargetSuggestions = defineEndpoint({
  name: 'readTargetSuggestions',
  summary: 'The target of a month, with what the month before and the best of the last twelve have brought.',
  method: 'GET',
  path: 'v2/mcn/reports/target',
  access: 'account',
  query: z.object({ month: Month }),
  output: TargetSuggestions,
})

/** `outdated`: the network has another currency now. `onward`: until another one is set for a later month. */
const TargetSpan = { month: Month, onward: z.boolean() }

export const setMonthTarget = defineEndpoint({
  name: 'setMonthTarget',
  summary:
    'Sets the caller’s own target of a month, or of it and those that follow, in the network’s currency.',
  method: 'POST',
  path: 'v2/mcn/reports/target/set',
  access: 'targets.change',
  traces: ['audit'],
  body: z.object({ ...TargetSpan, amount: TargetAmount, currency: Currency }),
  refusals: ['outdated'],
})

export const removeMonthTarget = defineEndpoint({
  name: 'removeMonthTarget',
  summary: 'Removes the caller’s own target of a month, or of it and those that follow; earlier ones stay.',
  method: 'POST',
  path: 'v2/mcn/reports/target/remove',
  access: 'targets.change',
  traces: ['audit'],
  body: z.object(TargetSpan),
})
