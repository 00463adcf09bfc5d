import { getFee, type MemberProfit } from '#contract/people/members.ts'
import type { Currency } from '#contract/platform/params.ts'
import { formatMoney, missingValue, roundMoney } from '#lib/format/number.ts'
import { locale } from '#lib/i18n/strings.ts'

export const profitColumns = ['gross', 'fee', 'net'] as const
export type ProfitColumn = (typeof profitColumns)[number]

/** The displayed fee is the difference of the displayed amounts. */
export function formatProfit(
  column: ProfitColumn,
  profit: MemberProfit | undefined,
  currency: Currency | undefined,
): string {
  if (!profit || !currency) return missingValue
  const grossProfit = roundMoney(profit.grossProfit, currency)
  const netProfit = roundMoney(profit.netProfit, currency)
  const amounts = { gross: grossProfit, net: netProfit, fee: getFee({ grossProfit, netProfit }) }
  return formatMoney(amounts[column], currency, locale())
}
