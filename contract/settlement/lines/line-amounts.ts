import * as z from 'zod/mini'
import type { StatementDetail } from '#contract/settlement/statement-detail.ts'
import { lineGroups, lineKeys } from './line-keys.ts'

/** A line of a statement: its group, and what names it there. It stays, because statements never change. */
export const LineKey = z
  .string()
  .check(z.maxLength(120), z.regex(new RegExp(`^(?:${lineGroups.join('|')})(?:/[\\w-]{1,64}){0,4}$`)))

/** Returns the amounts of all lines that one can ask about. Equal keys are one line: their amounts add up. */
export function sumLines(statement: StatementDetail): Map<string, number> {
  const sums = new Map<string, number>()
  const add = (key: string, amount: number) => sums.set(key, (sums.get(key) ?? 0) + amount)
  for (const group of lineGroups) add(group, statement[group])
  for (const line of statement.incomeLines.lines) {
    add(lineKeys.income(line), line.amount)
    for (const { source, amount } of line.sources) add(lineKeys.incomeSource(line, source), amount)
  }
  for (const line of statement.adjustmentLines.lines) add(lineKeys.adjustment(line), line.amount)
  for (const line of statement.taxLines.lines) add(lineKeys.tax(line), line.amount)
  for (const { permille, amount } of statement.feeLines) add(lineKeys.fee(permille), amount)
  for (const line of statement.correctionLines.lines) add(lineKeys.correction(line), line.amount)
  for (const { name, amount } of statement.withholdingLines) add(lineKeys.withholding(name), amount)
  for (const [at, { amount }] of statement.manualLines.entries()) add(lineKeys.manual(at), amount)
  for (const [at, { amount }] of statement.laterLines.entries()) add(lineKeys.payment(at), amount)
  return sums
}
