import type { StatementDocument } from '#server/settlement/documents/statement-document.ts'

type Statement = StatementDocument['statement']

const channelNames = [
  '한입주방',
  '할매레시피 🍲',
  'Seoul Night Walks — 4K ambience, rain & neon lights (official channel of the studio)',
  '街頭小吃日記',
  '街头小吃日记',
  'りんごのうた',
  'قناة الطبخ',
]

/** Creates a statement with `channels` channels whose amounts add up, and grow with `scale`. */
export function createStatementFixture(channels: number, scale = 1): Statement {
  const won = (amount: number) => Math.round(amount * scale) * 1000
  const incomeLines = Array.from({ length: channels }, (_, index) => {
    const sources = [
      { source: 'ads' as const, amount: won(726_684 - index * 1_370) + 120 },
      { source: 'premium' as const, amount: won(326_481 - index * 811) + 377 },
      { source: 'shorts_ads' as const, amount: won(198_297 - index * 507) },
    ]
    return {
      channelId: `UC${String(index).padStart(22, 'x')}`,
      name: index < channelNames.length ? (channelNames[index] ?? null) : `채널 ${index + 1}`,
      thumbnail: null,
      amount: sources.reduce((sum, { amount }) => sum + amount, 0),
      sources,
    }
  })
  const income = incomeLines.reduce((sum, { amount }) => sum + amount, 0)
  const [adjustments, tax, fee, corrections] = [
    won(-9_870),
    won(-35_760),
    -Math.round(income / 5),
    won(24_310),
  ]
  const net = income + adjustments + tax + fee + corrections
  const [opening, payments] = [won(182_640), won(-182_640)]
  const base = opening + payments + net
  const incomeTax = -Math.floor((base * 3) / 100_000) * 1000
  const localTax = -Math.floor(-incomeTax / 10_000) * 1000
  const withholding = incomeTax + localTax
  const closing = base + withholding
  const lines = <Line extends { amount: number }>(all: Line[]) => ({
    amount: all.reduce((sum, line) => sum + line.amount, 0),
    lines: all,
    omitted: { count: 0, amount: 0 },
  })
  const channel = { channelId: 'UCxxxxxxxxxxxxxxxxxxxxxx', name: '한입주방', thumbnail: null }
  return {
    id: 12,
    number: '202603-000012',
    month: '2026-03',
    state: 'paid',
    outstanding: 0,
    paidOn: '2026-04-25',
    reference: 'Bank 4711',
    opening,
    payments,
    income,
    adjustments,
    tax,
    fee,
    corrections,
    manual: 0,
    net,
    withholding,
    closing,
    payable: closing,
    currency: 'KRW',
    account: { id: 3, nickname: '한입스튜디오', email: 'kim@studio.example', isNetwork: false },
    krwMicros: 1_380_521_000,
    minimum: 10_000_000,
    closedAt: '2026-04-20T02:03:04.000Z',
    isReleased: true,
    fingerprint: '9f2c41d07b3a',
    previousId: 7,
    nextId: null,
    incomeLines: lines(incomeLines),
    adjustmentLines: lines([{ ...channel, source: 'ads_adjustments' as const, amount: adjustments }]),
    taxLines: lines([
      { ...channel, channelId: null, name: null, source: 'tax' as const, amount: 2 * tax },
      { ...channel, channelId: null, name: null, source: 'tax_refund' as const, amount: -tax },
    ]),
    feeLines: [{ permille: 200, amount: fee }],
    correctionLines: lines([
      {
        ...channel,
        earnedMonth: '2026-02',
        kind: 'income' as const,
        source: 'ads' as const,
        corrects: { statementId: 7, number: '202602-000007' },
        amount: corrections,
      },
    ]),
    withholdingLines: [
      { name: 'income-tax', permille: 30, amount: incomeTax },
      { name: 'local-income-tax', permille: 100, amount: localTax },
    ],
    manualLines: [],
    laterLines: [{ kind: 'payment', day: '2026-03-25', reference: 'Bank 4702', amount: payments }],
    comparisons: [
      { month: '2026-03', estimated: net - won(23_704), coveredDays: 31, days: 31, final: net },
      { month: '2026-02', estimated: net + won(13_704), coveredDays: 20, days: 28, final: net - won(1) },
    ],
    recentPayments: [
      {
        id: 91,
        statementId: 12,
        number: '202603-000012',
        month: '2026-03',
        paidOn: '2026-04-25',
        reference: 'Bank 4711',
        amount: closing,
        returned: null,
      },
    ],
  }
}

export const createDocumentFixture = (
  statement: Statement,
  change: Partial<StatementDocument> = {},
): StatementDocument => ({
  statement,
  payee: { name: '한입스튜디오', maskedAccount: '국민은행 ···4821' },
  site: { name: '훅라인', colorPrimary: '#5b5bd6', colorPrimaryDim: '#eeeefb' },
  logo: null,
  sender: {
    company_name: '(주)훅라인미디어',
    company_address: '서울특별시 마포구 월드컵북로 396, 12층',
    business_number: '123-45-67890',
    company_mail: 'payment@hookline.example',
    manager_name: '이정산',
    manager_contact: '02-1234-5678',
  },
  locale: 'ko',
  ...change,
})
