import type { Obstacle } from '#contract/settlement/closing-obstacles.ts'
import type { MonthClosing } from '#contract/settlement/month-closing.ts'
import type { ChannelComparison, MonthRow, MonthSummary, StateCounts } from '#contract/settlement/months.ts'
import { stateCountKeys } from '#contract/settlement/months.ts'
import type { StatementAmounts } from '#contract/settlement/statements.ts'

// Replies of the API about a month, in thousandths of a won unless they have another currency.

export const zero: StatementAmounts = {
  opening: 0,
  payments: 0,
  income: 0,
  adjustments: 0,
  tax: 0,
  fee: 0,
  corrections: 0,
  net: 0,
  withholding: 0,
  closing: 0,
  payable: 0,
}

export const buildRow = (id: number, overrides: Partial<MonthRow> = {}): MonthRow => ({
  account: { id, nickname: `멤버 ${id}`, email: `member${id}@hookline.example`, isNetwork: false },
  statementId: 1_000 + id,
  number: `202610-${String(id).padStart(6, '0')}`,
  ...zero,
  income: 500_000_000,
  tax: -20_000_000,
  fee: -96_000_000,
  net: 384_000_000,
  closing: 384_000_000,
  payable: 384_000_000,
  state: 'awaiting_payment',
  paidOn: null,
  reference: null,
  ...overrides,
})

const amountNames = Object.keys(zero) as (keyof StatementAmounts)[]

export const sumRows = (rows: readonly MonthRow[]): StatementAmounts =>
  Object.fromEntries(
    amountNames.map((name) => [name, rows.reduce((sum, row) => sum + row[name], 0)]),
  ) as StatementAmounts

export function countStates(rows: readonly MonthRow[]): StateCounts {
  const counts = { carriedOver: 0, awaitingPayment: 0, paid: 0, detailsRequired: 0 }
  for (const { state } of rows) counts[stateCountKeys[state]] += 1
  return counts
}
export const buildChannel = (name: string, final: number, estimated: number): ChannelComparison => ({
  channelId: `UC${name.padEnd(22, '_').slice(0, 22)}`,
  name,
  thumbnail: null,
  final,
  estimated,
  days: 31,
})

export const buildDifference = (text: string): Obstacle => ({
  code: 'difference',
  canBeExplained: true,
  text,
  owner: 'main',
  group: 'ads',
  micros: -3_370_000,
  missing: [],
})

export const buildSharesObstacle = (text: string, channelId: string, name: string): Obstacle => ({
  code: 'shares',
  canBeExplained: false,
  text,
  day: '2026-10-01',
  channel: { channelId, name, thumbnail: null },
  accounts: [],
})

export const buildMonth = (rows: readonly MonthRow[], overrides: object = {}) => ({
  currency: 'KRW',
  month: '2026-10',
  state: 'closed',
  closedAt: '2026-11-16T02:00:00.000Z',
  krwMicros: 1_387_500_000,
  rateDay: null,
  obstacles: [],
  reconciliation: {
    sources: [
      { source: 'ads', amount: 900_000_000 },
      { source: 'tax', amount: -60_000_000 },
    ],
    coveredDays: 31,
    days: 31,
    final: 900_000_000,
    estimated: 920_000_000,
    channels: [
      buildChannel('한입주방', 700_000_000, 750_000_000),
      buildChannel('몽이네', 200_000_000, 170_000_000),
    ],
    omittedChannels: 0,
  },
  total: rows.length,
  page: 0,
  size: 1_000,
  rows,
  network: null,
  totals: sumRows(rows),
  states: countStates(rows),
  ...overrides,
})

export const buildSummary = (month: string, payable: number | null): MonthSummary => ({
  month,
  state: payable === null ? 'open' : 'closed',
  closedAt: payable === null ? null : `${month}-28T00:00:00.000Z`,
  krwMicros: payable === null ? null : 1_387_500_000,
  members: payable === null ? null : { ...zero, payable },
  network: payable === null ? null : zero,
  states: payable === null ? null : countStates([]),
})

export const buildClosing = (overrides: Partial<MonthClosing> = {}): MonthClosing => ({
  month: '2026-10',
  state: 'open',
  closedAt: null,
  krwMicros: 1_387_500_000,
  rateDay: '2026-10-30',
  explanation: null,
  owners: [
    {
      owner: 'main',
      hasPaymentSummary: true,
      agrees: false,
      groups: [
        {
          group: 'ads',
          filesMicros: 4_466_630_000,
          paidMicros: 4_470_000_000,
          differenceMicros: -3_370_000,
          agrees: false,
          missing: ['ads_adjustments'],
        },
      ],
      unknownLines: [{ label: 'Bonus', micros: 1_000_000 }],
      total: {
        group: 'total',
        filesMicros: 4_466_630_000,
        paidMicros: 4_471_000_000,
        differenceMicros: -4_370_000,
        agrees: false,
        missing: [],
      },
      withoutChannel: [{ source: 'premium', micros: 12_340_000 }],
      unregistered: [{ channelId: 'UCnobodynobodynobody01', micros: 5_000_000 }],
      unregisteredChannels: 3,
      unregisteredMicros: 6_000_000,
      coveredDays: 31,
      days: 31,
      finalMicros: 4_466_630_000,
      estimateMicros: 4_500_000_000,
    },
  ],
  obstacles: [buildDifference('main: 파일이 지급액보다 3.37달러 적습니다')],
  summary: {
    statements: 12,
    incomeMicros: 4_466_630_000,
    adjustmentsMicros: 0,
    taxMicros: -10_000_000,
    correctionsMicros: 0,
    membersMicros: 3_000_000_000,
    networksMicros: 1_400_000_000,
    unallocatedMicros: 18_340_000,
    payable: [{ currency: 'KRW', statements: 12, amount: 4_162_500_000 }],
  },
  ...overrides,
})
