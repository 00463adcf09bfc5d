import type { Currency } from '#contract/platform/currency.ts'
import type { StatementDetail } from '#contract/settlement/statement-detail.ts'
import type { StatementAmounts } from '#contract/settlement/statements.ts'
import { getMoneyUnit, roundMoney } from './number.ts'

/**
 * Rounds amounts to whole units, so that they add up to a total: each is cut, and the units that are left over go to those
 * that lost most (largest remainder). An amount of 0 stays 0.
 * @param total a multiple of the unit, and about the sum of the amounts
 */
export function apportion(amounts: readonly number[], total: number, unit: number): number[] {
  const cut = amounts.map((amount) => Math.floor(amount / unit) * unit)
  const rest = Math.round((total - cut.reduce((sum, amount) => sum + amount, 0)) / unit)
  const lost = (at: number) => (amounts[at] ?? 0) - (cut[at] ?? 0)
  const size = (at: number) => Math.abs(amounts[at] ?? 0)
  const order = [...amounts.keys()]
    .filter((at) => amounts[at] !== 0)
    .sort((a, b) => lost(b) - lost(a) || size(b) - size(a) || a - b)
  const takers = rest < 0 ? order.toReversed() : order
  const units = cut.map(() => 0)
  for (const at of takers.slice(0, Math.abs(rest))) units[at] = Math.sign(rest)
  const [largest] = order.toSorted((a, b) => size(b) - size(a))
  // More units than amounts: what the total has beyond their sum.
  if (largest !== undefined && Math.abs(rest) > order.length)
    units[largest] = (units[largest] ?? 0) + rest - Math.sign(rest) * order.length
  return cut.map((amount, at) => amount + (units[at] ?? 0) * unit)
}

/**
 * The amounts of a statement in whole won or cents, as people add them up: opening balance, payments, net and withholding
 * are the closing balance; income, adjustments, tax, fee, corrections and what was booked by hand are the net.
 */
export function roundAmounts<Amounts extends StatementAmounts>(
  amounts: Amounts,
  currency: Currency,
): Amounts {
  const unit = getMoneyUnit(currency)
  const [opening, closing] = [roundMoney(amounts.opening, currency), roundMoney(amounts.closing, currency)]
  const [payments = 0, net = 0, withholding = 0] = apportion(
    [amounts.payments, amounts.net, amounts.withholding],
    closing - opening,
    unit,
  )
  const [income = 0, adjustments = 0, tax = 0, fee = 0, corrections = 0, manual = 0] = apportion(
    [amounts.income, amounts.adjustments, amounts.tax, amounts.fee, amounts.corrections, amounts.manual],
    net,
    unit,
  )
  const parts = { income, adjustments, tax, fee, corrections, manual }
  return {
    ...amounts,
    opening,
    payments,
    ...parts,
    net,
    withholding,
    closing,
    payable: roundMoney(amounts.payable, currency),
  }
}

type AmountList = Pick<StatementDetail['taxLines'], 'amount' | 'omitted'> & {
  lines: { amount: number }[]
}

/** A statement in whole won or cents, of which each amount is also the sum of its lines. */
export function roundStatement(statement: StatementDetail): StatementDetail {
  const { currency } = statement
  const rounded = roundAmounts(statement, currency)
  const spread = (amounts: readonly number[], total: number) =>
    apportion(amounts, total, getMoneyUnit(currency))
  const spreadLines = <Line extends { amount: number }>(lines: readonly Line[], total: number): Line[] => {
    const amounts = spread(
      lines.map(({ amount }) => amount),
      total,
    )
    return lines.map((line, at) => ({ ...line, amount: amounts[at] ?? 0 }))
  }
  const spreadList = <List extends AmountList>(list: List, total: number): List => {
    const { count, amount } = list.omitted
    const [rest = 0, ...amounts] = spread([amount, ...list.lines.map((line) => line.amount)], total)
    const lines = list.lines.map((line, at) => ({ ...line, amount: amounts[at] ?? 0 }))
    return { ...list, amount: total, lines, omitted: { count, amount: rest } }
  }
  const incomeLines = spreadList(statement.incomeLines, rounded.income)
  return {
    ...rounded,
    incomeLines: {
      ...incomeLines,
      lines: incomeLines.lines.map((line) => ({ ...line, sources: spreadLines(line.sources, line.amount) })),
    },
    adjustmentLines: spreadList(statement.adjustmentLines, rounded.adjustments),
    taxLines: spreadList(statement.taxLines, rounded.tax),
    feeLines: spreadLines(statement.feeLines, rounded.fee),
    correctionLines: spreadList(statement.correctionLines, rounded.corrections),
    withholdingLines: spreadLines(statement.withholdingLines, rounded.withholding),
    manualLines: spreadLines(statement.manualLines, rounded.manual),
    laterLines: spreadLines(statement.laterLines, rounded.payments),
  }
}
