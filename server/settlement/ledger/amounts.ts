import type { MonthAmounts } from '#contract/settlement/statements.ts'
import type { EntryKind } from './bookings.ts'

/** Entries of a kind, of one statement. */
export interface KindAmount {
  kind: EntryKind
  /** The entry corrects a month that was closed before. */
  isCorrection: boolean
  amount: number
}

type Part = Exclude<keyof MonthAmounts, 'net'>

const parts: Partial<Record<EntryKind, Part>> = {
  income: 'income',
  adjustment: 'adjustments',
  rounding: 'adjustments',
  tax: 'tax',
  fee: 'fee',
  manual: 'manual',
}

/** Returns the place of an entry on a statement; undefined if it is not part of what the month brought. */
const getPart = ({ kind, isCorrection }: Omit<KindAmount, 'amount'>): Part | undefined => {
  const part = parts[kind]
  return part && isCorrection && part !== 'manual' ? 'corrections' : part
}

/** The one sum of what a month brought: of entries that are booked, and of those of a draft. */
export function sumAmounts(entries: Iterable<KindAmount>): MonthAmounts & { withholding: number } {
  const sums = { income: 0, adjustments: 0, tax: 0, fee: 0, corrections: 0, manual: 0 }
  let withholding = 0
  for (const entry of entries) {
    const part = getPart(entry)
    if (part) sums[part] += entry.amount
    else if (entry.kind === 'withholding') withholding += entry.amount
  }
  const { income, adjustments, tax, fee, corrections, manual } = sums
  return { ...sums, net: income + adjustments + tax + fee + corrections + manual, withholding }
}
