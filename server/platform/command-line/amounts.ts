import { amountUnits, type Currency } from '#contract/platform/currency.ts'
import { formatDecimal } from '#server/platform/http/response/csv.ts'
import type { Cell } from './table.ts'

const microsPerCent = 10_000

/** "4,466.63", exact in files; null is unknown. */
export function dollars(micros: number | null): Cell {
  if (micros === null) return null
  const cents = Math.round(Math.abs(micros) / microsPerCent)
  const text = (cents / 100).toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
  return {
    text: micros < 0 && cents > 0 ? `-${text}` : text,
    csv: formatDecimal(micros, amountUnits.USD),
  }
}

/** Decimals of amounts that can be paid. */
const paidDigits: Readonly<Record<Currency, number>> = { KRW: 0, USD: 2 }

/** "12,345 KRW", "12.30 USD"; "12,345.678 KRW", "12.345678 USD" with a part of a won or cent: exact. */
export function formatAmount(amount: number, currency: Currency): string {
  const [whole = '', rest = ''] = formatDecimal(Math.abs(amount), amountUnits[currency]).text.split('.')
  const digits = paidDigits[currency]
  const decimals = /^0*$/.test(rest.slice(digits)) ? rest.slice(0, digits) : rest
  const text = [Number(whole).toLocaleString('en-US'), decimals].filter(Boolean).join('.')
  return `${amount < 0 ? '-' : ''}${text} ${currency}`
}

export const money = (amount: number, currency: Currency): Cell => ({
  text: formatAmount(amount, currency),
  csv: formatDecimal(amount, amountUnits[currency]),
})
