import type { MonthSort } from '#contract/settlement/months.ts'
import type { MovementKind } from '#contract/settlement/movements.ts'
import type { TextKey } from './catalog.ts'

/** A movement has the name of the amount that it is a part of. */
export const movementTexts = {
  income: 'settlement:amounts.income',
  adjustment: 'settlement:amounts.adjustments',
  tax: 'settlement:sources.tax',
  fee: 'settlement:amounts.fee',
  correction: 'settlement:amounts.corrections',
  withholding: 'settlement:amounts.withholding',
  manual: 'settlement:amounts.manual',
  payment: 'settlement:movements.payment',
  return: 'settlement:movements.return',
  forfeit: 'settlement:movements.forfeit',
} as const satisfies Record<MovementKind, TextKey>

export const monthColumnTexts = {
  member: 'lists:member',
  state: 'common:status',
  payable: 'settlement:amounts.payable',
  opening: 'settlement:amounts.opening',
  income: 'settlement:amounts.income',
  adjustments: 'settlement:amounts.adjustments',
  tax: 'settlement:sources.tax',
  fee: 'lists:fee',
  corrections: 'settlement:amounts.corrections',
  manual: 'settlement:amounts.manual',
  net: 'settlement:net',
  withholding: 'settlement:amounts.withholding',
  closing: 'settlement:amounts.closing',
} as const satisfies Record<MonthSort, TextKey>
