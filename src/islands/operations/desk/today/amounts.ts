import type { WaitingItem } from '#contract/operations/desk/today.ts'
import type { Currency } from '#contract/platform/currency.ts'
import { formatMoney } from '#lib/format/number.ts'
import { locale } from '#lib/i18n/strings.ts'

/** Sums by currency, joined; '' without amounts. */
export function formatAmounts(items: readonly Pick<WaitingItem, 'amounts'>[]): string {
  const sums = new Map<Currency, number>()
  for (const { currency, amount } of items.flatMap(({ amounts }) => amounts))
    sums.set(currency, (sums.get(currency) ?? 0) + amount)
  return [...sums].map(([currency, amount]) => formatMoney(amount, currency, locale())).join(' · ')
}
