import type { Currency } from '#contract/platform/currency.ts'
import type { StatementDetail } from '#contract/settlement/statement-detail.ts'
import type { Statement, StatementAccount } from '#contract/settlement/statements.ts'

// Statements in the API's format; amounts are in whole won or dollars.

const units = { KRW: 1_000, USD: 1_000_000 } as const

export const account: StatementAccount = {
  id: 3,
  nickname: '한입',
  email: 'hanip@hookline.example',
  isNetwork: false,
}

interface Amounts {
  opening?: number
  payments?: number
  income?: number
  adjustments?: number
  tax?: number
  fee?: number
  corrections?: number
  manual?: number
  withholding?: number
  payable?: number
}

/** Computes the sums of the parts. */
function createAmounts(amounts: Amounts, currency: Currency) {
  const unit = (name: keyof Amounts) => Math.round((amounts[name] ?? 0) * units[currency])
  const net =
    unit('income') + unit('adjustments') + unit('tax') + unit('fee') + unit('corrections') + unit('manual')
  return {
    opening: unit('opening'),
    payments: unit('payments'),
    income: unit('income'),
    adjustments: unit('adjustments'),
    tax: unit('tax'),
    fee: unit('fee'),
    corrections: unit('corrections'),
    manual: unit('manual'),
    withholding: unit('withholding'),
    net,
    closing: unit('opening') + unit('payments') + net + unit('withholding'),
    payable: unit('payable'),
  }
}

type StatementChange = Partial<Pick<Statement, 'id' | 'month' | 'state' | 'paidOn' | 'reference'>>

export function createStatement(
  amounts: Amounts,
  { id = 12, month = '2026-10', ...change }: StatementChange = {},
  currency: Currency = 'KRW',
): Statement {
  return {
    id,
    number: `${month.replace('-', '')}-${String(id).padStart(6, '0')}`,
    month,
    ...createAmounts(amounts, currency),
    state: 'awaiting_payment',
    outstanding: Math.round((amounts.payable ?? 0) * units[currency]),
    paidOn: null,
    reference: null,
    ...change,
  }
}

const none = { amount: 0, lines: [], omitted: { count: 0, amount: 0 } }

/** Creates a statement with one channel that earned all of it. */
export function createDetail(
  statement: Statement,
  change: Partial<StatementDetail> = {},
  currency: Currency = 'KRW',
): StatementDetail {
  const channel = { channelId: 'UC0000000000000000000001', name: '모퉁이 부엌', thumbnail: null }
  const { income, adjustments, tax, fee, payments } = statement
  const rest = income - Math.floor(income * 0.7)
  const list = <Line extends object>(amount: number, line: Line) =>
    amount === 0 ? none : { amount, lines: [{ ...channel, amount, ...line }], omitted: none.omitted }
  return {
    ...statement,
    currency,
    account,
    krwMicros: 1_386_500_000,
    minimum: (currency === 'KRW' ? 10_000 : 20) * units[currency],
    closedAt: '2026-11-18T03:00:00.000Z',
    isReleased: true,
    fingerprint: '4f1c09aa27d3',
    previousId: null,
    nextId: null,
    incomeLines: list(income, {
      sources: [
        { source: 'ads' as const, amount: income - rest },
        { source: 'premium' as const, amount: rest },
      ],
    }),
    adjustmentLines: list(adjustments, { source: 'ads_adjustments' as const }),
    taxLines: list(tax, { source: 'tax' as const }),
    feeLines: fee === 0 ? [] : [{ permille: 200, amount: fee }],
    correctionLines: none,
    withholdingLines: [],
    manualLines: [],
    laterLines:
      payments === 0 ? [] : [{ kind: 'payment', day: '2026-10-25', reference: 'TR-1', amount: payments }],
    comparisons: [],
    recentPayments: [],
    ...change,
  }
}

export { none as noLines }
