import { amountUnits, type Currency } from '#contract/platform/currency.ts'
import type { Locale } from '#contract/platform/locale.ts'
import { getFormatter } from './formatters.ts'
import { formatMoney, formatMoneyShort, formatPercent, roundMoney } from './number.ts'

// Balances are often negative, so they use a minus sign, which is as wide as a plus, instead of a hyphen.

const withMinus = (text: string) => text.replace('-', '−')

/** `amount` is in `amountUnits`: ₩4,120,380, −$3.20. */
export const formatAmount = (amount: number, currency: Currency, locale: Locale) =>
  withMinus(formatMoney(amount, currency, locale))

/** Formats an amount with its sign: +₩464,541, −$3.20. What is shown as zero has none. */
export const formatSignedAmount = (amount: number, currency: Currency, locale: Locale) =>
  (roundMoney(amount, currency) > 0 ? '+' : '') + formatAmount(amount, currency, locale)

/** +3.2%, −0.4%, 0.0% */
export const formatSignedPercent = (ratio: number, locale: Locale) =>
  (Math.round(ratio * 1000) > 0 ? '+' : '') + withMinus(formatPercent(ratio, locale))

/**
 * Compact: ₩412만, −$30.1K. Amounts below ten thousand are written in full, as Korean has no usual unit for them:
 * ₩9,314.
 */
export function formatAmountShort(amount: number, currency: Currency, locale: Locale): string {
  const isShort = Math.abs(amount) < 10_000 * amountUnits[currency]
  return withMinus((isShort ? formatMoney : formatMoneyShort)(amount, currency, locale))
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
