import type { Obstacle } from '#contract/settlement/closing-obstacles.ts'
import type { MonthClosing, SiteRate } from '#contract/settlement/month-closing.ts'
import type {
  ChannelComparison,
  MonthRow,
  MonthState,
  MonthSummary,
  ShortenedChannel,
  StateCounts,
} from '#contract/settlement/months.ts'
import { noStates, stateCountKeys } from '#contract/settlement/months.ts'
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
  manual: 0,
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
  outstanding: overrides.state === 'paid' ? 0 : (overrides.payable ?? 384_000_000),
  paidOn: null,
  reference: null,
  previousNet: null,
  isJump: false,
  ...overrides,
})

const amountNames = Object.keys(zero) as (keyof StatementAmounts)[]

export const sumRows = (rows: readonly MonthRow[]): StatementAmounts =>
  Object.fromEntries(
    amountNames.map((name) => [name, rows.reduce((sum, row) => sum + row[name], 0)]),
  ) as StatementAmounts

export function countStates(rows: readonly MonthRow[]): StateCounts {
  const counts: StateCounts = { ...noStates }
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
  key: 'difference:main:ads',
  canBeExplained: true,
  text,
  owner: 'main',
  group: 'ads',
  micros: -3_370_000,
  missing: [],
})

export const buildSharesObstacle = (text: string, channelId: string, name: string): Obstacle => ({
  code: 'shares',
  key: `shares:${channelId}`,
  canBeExplained: false,
  text,
  day: '2026-10-01',
  channel: { channelId, name, thumbnail: null },
  accounts: [],
})

/** The money of channels that nobody has registered, 10 dollars for the first, 1 less for each after it. */
export const buildUnregistered = (text: string, channels: number): Obstacle => ({
  code: 'unregistered',
  key: 'unregistered',
  canBeExplained: true,
  text,
  channels: Array.from({ length: channels }, (_, at) => ({
    channelId: `UCunregistered_channel0${at}`,
    name: at === 0 ? '밤산책 라디오' : null,
    thumbnail: null,
    micros: (10 - at) * 1_000_000,
  })),
  count: channels,
  micros: 21_600_000,
})

export const buildNoFiles = (owner: string): Obstacle => ({
  code: 'no-files',
  key: `no-files:${owner}`,
  canBeExplained: true,
  text: `${owner}: 확정 수익 파일이 없습니다`,
  owner,
})

export const buildShortened = (
  name: string,
  overrides: Partial<ShortenedChannel> = {},
): ShortenedChannel => ({
  channelId: `UC${name.padEnd(22, '_').slice(0, 22)}`,
  name,
  thumbnail: null,
  account: { id: 1, nickname: '멤버 1', email: 'member1@hookline.example', isNetwork: false },
  from: '2026-10-12',
  micros: 12_340_000,
  ...overrides,
})

export const buildMonth = (rows: readonly MonthRow[], overrides: object = {}) => ({
  currency: 'KRW',
  month: '2026-10',
  state: 'released',
  closedAt: '2026-11-16T02:00:00.000Z',
  releasedAt: '2026-11-17T02:00:00.000Z',
  krwMicros: 1_387_500_000,
  rateDay: null,
  rateRule: null,
  obstacles: [],
  shortened: [],
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

/** `payable`: null of an open month. */
export const buildSummary = (
  month: string,
  payable: number | null,
  state: MonthState = payable === null ? 'open' : 'released',
): MonthSummary => ({
  month,
  state,
  closedAt: state === 'open' ? null : `${month}-28T00:00:00.000Z`,
  releasedAt: state === 'released' ? `${month}-29T00:00:00.000Z` : null,
  krwMicros: payable === null ? null : 1_387_500_000,
  members: payable === null ? null : { ...zero, payable },
  network: payable === null ? null : zero,
  states: payable === null ? null : countStates([]),
})

export const buildRate = (overrides: Partial<SiteRate> = {}): SiteRate => ({
  site: 'studio.example',
  currency: 'KRW',
  rule: 'last-day',
  krwMicros: 1_387_500_000,
  day: '2026-10-30',
  ruleKrwMicros: 1_387_500_000,
  ...overrides,
})

export const buildClosing = (overrides: Partial<MonthClosing> = {}): MonthClosing => ({
  month: '2026-10',
  isWhole: true,
  state: 'open',
  closedAt: null,
  releasedAt: null,
  rates: [buildRate()],
  rateReason: null,
  explanations: [],
  draft: '7f3ac92100aa55ff',
  unpaid: [],
  jumps: [],
  shortened: [],
  needsOtherPerson: false,
  canReopen: false,
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

/** A month that an operator has closed and not released yet. */
export const buildClosed = (overrides: Partial<MonthClosing> = {}): MonthClosing =>
  buildClosing({
    state: 'closed',
    closedAt: '2026-11-16T02:00:00.000Z',
    rates: [buildRate({ rule: null, day: null, ruleKrwMicros: null })],
    draft: null,
    obstacles: [],
    canReopen: true,
    ...overrides,
  })
