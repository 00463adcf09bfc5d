import type { StatementDetail } from '#contract/settlement/statement-detail.ts'
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

type AmountList = StatementDetail['taxLines']

/**
 * A statement in whole won or cents, as people add it up on paper: opening balance, payments, net and withholding are the
 * closing balance; income, adjustments, tax, fee and corrections are the net; and each of these is the sum of its lines.
 */
export function roundStatement(statement: StatementDetail): StatementDetail {
  const { currency } = statement
  const unit = getMoneyUnit(currency)
  const round = (amount: number) => roundMoney(amount, currency)
  const spread = (amounts: readonly number[], total: number) => apportion(amounts, total, unit)
  const [opening, closing] = [round(statement.opening), round(statement.closing)]
  const [payments = 0, net = 0, withholding = 0] = spread(
    [statement.payments, statement.net, statement.withholding],
    closing - opening,
  )
  const [income = 0, adjustments = 0, tax = 0, fee = 0, corrections = 0] = spread(
    [statement.income, statement.adjustments, statement.tax, statement.fee, statement.corrections],
    net,
  )
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
  const incomeLines = spreadList(statement.incomeLines, income)
  return {
    ...statement,
    opening,
    payments,
    income,
    adjustments,
    tax,
    fee,
    corrections,
    net,
    withholding,
    closing,
    payable: round(statement.payable),
    incomeLines: {
      ...incomeLines,
      lines: incomeLines.lines.map((line) => ({ ...line, sources: spreadLines(line.sources, line.amount) })),
    },
    adjustmentLines: spreadList(statement.adjustmentLines, adjustments),
    taxLines: spreadList(statement.taxLines, tax),
    feeLines: spreadLines(statement.feeLines, fee),
    correctionLines: spreadList(statement.correctionLines, corrections),
    withholdingLines: spreadLines(statement.withholdingLines, withholding),
  }
}
