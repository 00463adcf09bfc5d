import { addDays, getMonthStart } from '#contract/reports/calendar.ts'
import { seededPick, seededRandom } from './seeded-random.ts'

/** Daily reports say this of a video's month. */
export interface DemoVideoMonth {
  channelId: string
  videoId: string
  title: string
  views: number
  /** Millionths of a dollar; premium and what comes from the US are parts of it. */
  revenueMicros: number
  premiumMicros: number
  usMicros: number
}

export interface DemoMonth {
  month: string
  videos: readonly DemoVideoMonth[]
  /** Channels of which YouTube withholds US tax. */
  taxedChannelIds: ReadonlySet<string>
  /** Dollars that the payment summary has more than the file of paid features. */
  difference: number
  /** A later version of the file with the ads of Shorts. */
  isCorrected: boolean
}

export interface DemoMonthFile {
  name: string
  text: string
}

type Cell = string | number
type Row = readonly Cell[]

const formatFile = (rows: readonly Row[]): string =>
  rows
    .map((row) => row.map((cell) => (/[",]/.test(`${cell}`) ? `"${`${cell}`.replaceAll('"', '""')}"` : cell)))
    .map((cells) => `${cells.join(',')}\n`)
    .join('')

/** Writes ten decimals, like YouTube. */
const dollars = (amount: number) => amount.toFixed(10)

const formatDay = (day: string) => day.replaceAll('-', '')

const sumAmounts = (lines: readonly { amount: number }[]) =>
  lines.reduce((sum, { amount }) => sum + Number(dollars(amount)), 0)

interface Line {
  video: DemoVideoMonth
  type: string
  amount: number
}

/** Shares of money that is not from Premium, and of money that is. */
const shares = { ads: 0.12, shortsAds: 0.88, premium: 0.4, premiumMusic: 0.15, shortsSubscription: 0.45 }

/** Final revenue is up to 3 % off the estimate, by channel. */
const getFinalRatio = (channelId: string, month: string) =>
  0.97 + 0.06 * seededRandom(channelId, month, 'final')

function createLines({ month, videos, isCorrected }: DemoMonth) {
  const create = (share: number, part: 'ads' | 'premium', isChanged = false): Line[] =>
    videos.map((video) => {
      const micros = part === 'premium' ? video.premiumMicros : video.revenueMicros - video.premiumMicros
      const correction = isChanged ? 0.96 + 0.07 * seededRandom(video.channelId, month, 'correction') : 1
      const ratio = getFinalRatio(video.channelId, month) * share * correction
      return { video, type: 'None', amount: (micros / 1_000_000) * ratio }
    })
  return {
    ads: create(shares.ads, 'ads'),
    shortsAds: create(shares.shortsAds, 'ads', isCorrected),
    premium: create(shares.premium, 'premium'),
    premiumMusic: create(shares.premiumMusic, 'premium'),
    shortsSubscription: create(shares.shortsSubscription, 'premium'),
    adjustments: createAdjustments(month, videos),
  }
}

/** Back pay for one video and spam of another: each in the month after it happened. */
function createAdjustments(month: string, videos: readonly DemoVideoMonth[]): Line[] {
  const pick = (type: string, share: number): Line => {
    const video = seededPick(videos, month, type)
    return { video, type, amount: (video.revenueMicros / 1_000_000) * share }
  }
  return [pick('Backpay', 0.2), pick('Spam Adjustment', -0.3)]
}

const pickChannels = (month: string, channelIds: readonly string[], purpose: string, share: number) =>
  channelIds.filter((id) => seededRandom(id, month, purpose) < share)

/** Amounts are in dollars. A creator gets 70 % of the price. */
const thanks = { price: 2, tax: 0.18, fraction: 0.7, earnings: 1.4 }

interface Purchase {
  channelId: string
  day: string
  isRefund: boolean
  amount: number
}

/** Super Thanks. Every third channel has a refund, which repeats the line of the purchase with a negative amount. */
const createPurchases = (month: string, channelIds: readonly string[]): Purchase[] =>
  pickChannels(month, channelIds, 'super thanks', 0.5).flatMap((channelId, position) => {
    const create = (at: number, isRefund = false): Purchase => ({
      channelId,
      day: addDays(month, Math.floor(seededRandom(channelId, month, `thanks ${at}`) * 28)),
      isRefund,
      amount: isRefund ? -thanks.earnings : thanks.earnings,
    })
    const count = 3 + Math.floor(seededRandom(channelId, month, 'thanks') * 12)
    const purchases = Array.from({ length: count }, (_, at) => create(at))
    return position % 3 === 0 ? [...purchases, create(count), create(count, true)] : purchases
  })

/** A deduction or a successful appeal. */
function createChannelAdjustments(month: string, channelIds: readonly string[]) {
  const type = Number(month.slice(5, 7)) % 2 === 0 ? 'CREDIT - APPEAL' : 'MONETIZATION DISABLED'
  const deduction = 1.5 + 4 * seededRandom(month, 'channel adjustment')
  const cents = Math.round(deduction * 100) / 100
  return [
    {
      channelId: seededPick(channelIds, month, 'channel adjustment'),
      type,
      cents,
      amount: type === 'CREDIT - APPEAL' ? cents : -cents,
    },
  ]
}

/** Ten percent of what comes from the US. */
const taxPercent = 10

function createTaxes({ month, videos, taxedChannelIds }: DemoMonth): Row[] {
  const byChannel = Map.groupBy(videos, ({ channelId }) => channelId)
  return [...byChannel]
    .filter(([channelId]) => taxedChannelIds.has(channelId))
    .map(([channelId, own]) => {
      const ratio = getFinalRatio(channelId, month)
      const sum = (pick: (video: DemoVideoMonth) => number) =>
        (own.reduce((total, video) => total + pick(video), 0) / 1_000_000) * ratio
      const [total, us] = [sum(({ revenueMicros }) => revenueMicros), sum(({ usMicros }) => usMicros)]
      return [
        month.slice(0, 7).replace('-', ''),
        channelId,
        'Shorts Ads',
        'USD',
        total.toFixed(6),
        us.toFixed(6),
        `${taxPercent}%`,
        ((us * taxPercent) / 100).toFixed(6),
      ]
    })
}

const summaryHeader = ['Adjustment Type', 'Video ID', 'Video Title', 'Channel ID']

const summaryRows = (lines: readonly Line[], amountColumns: readonly string[]): Row[] => [
  [...summaryHeader, 'Owned Views', ...amountColumns],
  ...lines.map(({ video, type, amount }) => [
    type,
    video.videoId,
    video.title,
    video.channelId,
    video.views,
    ...amountColumns.map(() => dollars(amount)),
  ]),
]

const adsColumns = ['Partner Revenue : Auction', 'Partner Revenue']

/** A day of the month for each line: there are days in the file, but the demo does not divide by them. */
const formatLineDay = (month: string, at: number) => formatDay(addDays(month, at % 28))

const premiumRows = (month: string, lines: readonly Line[]): Row[] => [
  [
    'Adjustment Type',
    'Day',
    'Country',
    'Video ID',
    'Channel ID',
    'Claim Type',
    'Owned Views',
    'Partner Revenue',
  ],
  ...lines.map(({ video, type, amount }, at) => [
    type,
    formatLineDay(month, at),
    'KR',
    video.videoId,
    video.channelId,
    'Audio',
    Math.round(video.views / 20),
    dollars(amount),
  ]),
]

const shortsSubscriptionRows = (month: string, lines: readonly Line[]): Row[] => [
  [
    'Adjustment Type',
    'Day',
    'Country',
    'Video ID',
    'Custom ID',
    'Content Type',
    'Video Title',
    'Video Duration (sec)',
    'Username',
    'Uploader',
    'Channel ID',
    'Owned Subscription Views',
    'Partner Revenue',
  ],
  ...lines.map(({ video, type, amount }, at) => [
    type,
    formatLineDay(month, at),
    'KR',
    video.videoId,
    '',
    'UGC',
    video.title,
    30,
    '',
    '',
    video.channelId,
    Math.round(video.views / 20),
    dollars(amount),
  ]),
]

const paidFeatureRows = (purchases: readonly Purchase[]): Row[] => [
  [
    'Date',
    'Purchase Type',
    'Refund/Chargeback',
    'Country',
    'Channel Name',
    'Channel ID',
    'Retail Price (USD)',
    'Total Tax (USD)',
    'Partner Earnings Fraction',
    'Earnings (USD)',
  ],
  ...purchases.map(({ channelId, day, isRefund, amount }) => [
    formatDay(day),
    'Super Thanks',
    isRefund ? 'TRUE' : 'FALSE',
    'KR',
    '',
    channelId,
    thanks.price.toFixed(2),
    thanks.tax.toFixed(2),
    thanks.fraction,
    amount.toFixed(2),
  ]),
]

const sumOf = (...groups: (readonly { amount: number }[])[]) =>
  groups.reduce((sum, lines) => sum + sumAmounts(lines), 0)

/** The final files of a month but tax refunds, made from its daily estimates: always the same. */
export function createDemoMonthFiles(demoMonth: DemoMonth): DemoMonthFile[] {
  const { month, videos, difference } = demoMonth
  const channelIds = [...new Set(videos.map(({ channelId }) => channelId))].sort()
  const lines = createLines(demoMonth)
  const purchases = createPurchases(month, channelIds)
  const channelAdjustments = createChannelAdjustments(month, channelIds)
  const payments: [label: string, amount: number][] = [
    ['Ads Revenue', sumOf(lines.ads)],
    ['Ads Revenue: Adjustments', sumOf(lines.adjustments)],
    ['YouTube Shorts - Ads Revenue', sumOf(lines.shortsAds)],
    ['YouTube Shorts - Subscription Revenue', sumOf(lines.shortsSubscription)],
    ['Subscriptions Revenue - YouTube Premium / Music Premium', sumOf(lines.premium, lines.premiumMusic)],
    ['Transactions Revenue - Others', sumOf(purchases) + difference],
    ['Channel adjustments', sumOf(channelAdjustments)],
  ]
  const total = payments.reduce((sum, [, amount]) => sum + amount, 0)
  const span = [month, addDays(getMonthStart(month, 1), -1)].map(formatDay)
  const files: Record<string, Row[]> = {
    video_summary: summaryRows(lines.ads, adsColumns),
    ADJ_video_summary: summaryRows(lines.adjustments, adsColumns),
    red_rawdata_video: premiumRows(month, lines.premium),
    red_music_rawdata_video: premiumRows(month, lines.premiumMusic),
    shorts_ads_video_summary: [
      [...summaryHeader, 'Engaged Views', 'Net Partner Revenue (Post revshare)'],
      ...lines.shortsAds.map(({ video, type, amount }) => [
        type,
        video.videoId,
        video.title,
        video.channelId,
        video.views,
        dollars(amount),
      ]),
    ],
    shorts_non_music_subscription_video_summary: shortsSubscriptionRows(month, lines.shortsSubscription),
    Ecommerce_paid_features: paidFeatureRows(purchases),
    channel_adjustments_summary: [
      ['Channel ID', 'Month', 'Adjustment Type', 'Deduction Amount'],
      ...channelAdjustments.map(({ channelId, type, cents }) => [
        channelId,
        month.slice(0, 7).replace('-', ''),
        type,
        cents.toFixed(2),
      ]),
    ],
    affiliate_payment_summary: [
      [
        'AdSense Earnings Month',
        'Channel ID',
        'Revenue Source',
        'Local Currency',
        'Total Revenue',
        'US Sourced Revenue',
        'Tax Withholding Rate',
        'Tax Withheld Amount',
      ],
      ...createTaxes(demoMonth),
    ],
    payment_summary: [
      ['Revenue Type', 'Partner Revenue (USD)'],
      ...[...payments, ['Total', total] as const].map(([label, amount]) => [label, amount.toFixed(2)]),
    ],
  }
  return Object.entries(files).map(([kind, rows]) => ({
    name: `YouTube_demo_M_${span.join('_')}_${kind}_v1-1.csv`,
    text: formatFile(rows),
  }))
}
