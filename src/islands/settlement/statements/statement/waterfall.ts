import type { Currency } from '#contract/platform/currency.ts'
import type { StatementAmounts } from '#contract/settlement/statements.ts'
import { roundMoney } from '#lib/format/number.ts'

export type StepName =
  | 'opening'
  | 'carried'
  | 'income'
  | 'adjustments'
  | 'tax'
  | 'fee'
  | 'corrections'
  | 'manual'
  | 'withholding'
  | 'payable'
  | 'closing'

export interface WaterfallStep {
  readonly name: StepName
  readonly amount: number
  /** Balances before and after it, in percent of the width; a balance starts at zero. */
  readonly from: number
  readonly to: number
  readonly isBalance: boolean
}

const changes = ['income', 'adjustments', 'tax', 'fee', 'corrections', 'manual', 'withholding'] as const

/** Each step starts where the previous one ends. Steps that change nothing are omitted. */
export function listSteps(amounts: StatementAmounts, currency: Currency): WaterfallStep[] {
  const { opening, payments, closing, payable } = amounts
  let balance = opening + payments
  const steps: WaterfallStep[] = []
  const add = (name: StepName, amount: number, from: number, to: number, isBalance: boolean) =>
    steps.push({ name, amount, from, to, isBalance })
  if (roundMoney(balance, currency) !== 0)
    add(payments === 0 ? 'opening' : 'carried', balance, 0, balance, true)
  for (const name of changes) {
    const amount = amounts[name]
    if (name === 'income' || amount !== 0) add(name, amount, balance, balance + amount, false)
    balance += amount
  }
  add(payable === closing && payable > 0 ? 'payable' : 'closing', closing, 0, closing, true)
  const levels = steps.flatMap(({ from, to }) => [from, to])
  const low = Math.min(0, ...levels)
  const range = Math.max(0, ...levels) - low || 1
  const scale = (level: number) => ((level - low) / range) * 100
  return steps.map((step) => ({ ...step, from: scale(step.from), to: scale(step.to) }))
}
