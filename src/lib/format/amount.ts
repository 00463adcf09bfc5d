import { amountUnits, type Currency } from '#contract/platform/currency.ts'
import type { Locale } from '#contract/platform/locale.ts'
import { getFormatter } from './formatters.ts'
import { formatMoney, formatMoneyShort, formatPercent } from './number.ts'

/** +3.2%, −0.4%, 0.0% */
export const formatSignedPercent = (ratio: number, locale: Locale) =>
  (Math.round(ratio * 1000) > 0 ? '+' : '') + formatPercent(ratio, locale)

/**
 * Compact: ₩412만, −$30.1K. Amounts below ten thousand are written in full, as Korean has no usual unit for them:
 * ₩9,314.
 */
export function formatAmountShort(amount: number, currency: Currency, locale: Locale): string {
  const isShort = Math.abs(amount) < 10_000 * amountUnits[currency]
  return (isShort ? formatMoney : formatMoneyShort)(amount, currency, locale)
}

/** Formats won × 1,000,000 with all decimals: ₩1,386.5. */
export const formatRate = (krwMicros: number, locale: Locale, minimumFractionDigits = 0) =>
  getFormatter(Intl.NumberFormat, locale, {
    style: 'currency',
    currency: 'KRW',
    currencyDisplay: 'narrowSymbol',
    minimumFractionDigits,
    maximumFractionDigits: 6,
  }).format(krwMicros / 1_000_000)
