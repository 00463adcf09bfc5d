import { amountUnits, type Currency } from '#contract/platform/currency.ts'
import { getFormatter } from './formatters.ts'
import { getMoneyUnit } from './number.ts'

const patterns: Record<Currency, RegExp> = { KRW: /^\d{1,15}$/, USD: /^\d{1,12}(\.\d{1,2})?$/ }

/** Reads a positive amount as people type or paste it, `₩1,234,500` or `1234.5`. @returns `amountUnits`; null: it is none */
export function parseAmountInput(text: string, currency: Currency): number | null {
  const digits = text.normalize('NFKC').replace(/[₩￦$원,\s]/g, '')
  if (!patterns[currency].test(digits)) return null
  const unit = getMoneyUnit(currency)
  const amount = Math.round((Number(digits) * amountUnits[currency]) / unit) * unit
  return amount > 0 ? amount : null
}

/** Writes an amount into a field: `1,234,500`, `1,234.50`. */
export function formatAmountInput(amount: number, currency: Currency): string {
  const digits = currency === 'KRW' ? 0 : 2
  return getFormatter(Intl.NumberFormat, 'en', {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(amount / amountUnits[currency])
}
