import { amountUnits } from '#contract/platform/currency.ts'
import { formatDecimal, type Verbatim } from '#server/platform/http/response/csv.ts'

export const unitsPerCent = amountUnits.USD / 100

/** "1234.50"; the amount must be in whole cents. */
export const formatCents = (amount: number): Verbatim => formatDecimal(amount / unitsPerCent, 100)
