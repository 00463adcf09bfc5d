import { formatCopyLine } from '#server/platform/db/copy.ts'
import { type Sql, sql } from '#server/platform/db/sql.ts'
import type { ColumnLookup, Fields } from '#server/platform/files/csv-records.ts'
import { InvalidFieldError, parseOptionalVideoId } from '#server/platform/files/fields.ts'
import { quoteValue } from '#server/platform/files/file-refusal.ts'
import { formatMonth } from '#server/settlement/calendar/month.ts'
import type { Source } from './sources.ts'
import { createTotalCheck } from './total-line.ts'
import {
  maxSum,
  parseAmount,
  parseLabel,
  parseMonth,
  parseMonthChannelId,
  parseOptionalCountry,
  parsePercentage,
  parsePurchaseDay,
  parseReportDay,
  parseUnits,
} from './values.ts'

/** Formats a COPY line without the load. Throws `InvalidFieldError`. */
export type LineFormatter = (fields: Fields) => string

/** Normalized names of the columns that identify one version of a file. */
export interface Layout {
  readonly columns: readonly string[]
  /** Columns that only other layouts, kinds or reports have. */
  readonly foreignColumns: readonly string[]
}

export interface FileKind {
  readonly source: Source
  /** A part of YouTube's names that tells it from the other kinds. */
  readonly example: string
  readonly namePattern: RegExp
  /** The one that refusals name comes first. */
  readonly layouts: readonly [Layout, ...Layout[]]
  /** `table (columns)`; the first column is the load. */
  readonly copyTarget: Sql
  createFormatter(at: ColumnLookup, month: string): LineFormatter
}

const lineTarget = sql`month_lines (load_id, channel_id, video_id, day, country, type, units, amount)`

/** Layouts have different names for the same column. */
const findColumn = (at: ColumnLookup, names: readonly string[]): number =>
  names.map(at).find((index) => index >= 0) ?? -1

function requireDayInMonth(day: string, month: string): void {
  if (formatMonth(day) !== formatMonth(month))
    throw new InvalidFieldError(`the line is for ${day}, the file is for ${formatMonth(month)}`)
}

interface VideoColumns {
  amount: string
  units: readonly string[]
  hasDays?: boolean
  hasCountries?: boolean
}

export const isAdjustmentType = (type: string): boolean => !/^(?:none)?$/i.test(type)

/** Source: reference of the YouTube Reporting API, content owner reports, "adjustment_type". */
const adjustmentTypes = [
  'Backpay',
  'Conflict Resolution',
  'Dispute Resolution',
  'Dispute Conflict Resolution',
  'Spam Adjustment',
  'Revenue Correction',
]
const adjustmentNames = new Map(adjustmentTypes.map((type) => [type.toUpperCase(), type]))

/** '' for a line that is no adjustment. */
function parseAdjustmentType(text: string): string {
  const type = parseLabel('Adjustment Type', text)
  if (!isAdjustmentType(type)) return ''
  const known = adjustmentNames.get(type.toUpperCase().replaceAll('_', ' '))
  if (known !== undefined) return known
  throw new InvalidFieldError(
    `Adjustment Type is ${quoteValue(type)}, neither None nor one of ${adjustmentTypes.join(', ')}`,
  )
}

const videoFormatter =
  ({ amount, units, hasDays = false, hasCountries = false }: VideoColumns) =>
  (at: ColumnLookup, month: string): LineFormatter => {
    const [channel, video, type] = [at('channel_id'), at('video_id'), at('adjustment_type')]
    const [day, country] = [hasDays ? at('day') : -1, hasCountries ? at('country') : -1]
    const [unit, dollars] = [findColumn(at, units), at(amount)]
    const refuseTotal = createTotalCheck()
    return (fields) => {
      const channelId = parseMonthChannelId('Channel ID', fields[channel] ?? '')
      const videoId = parseOptionalVideoId('Video ID', fields[video] ?? '')
      const amount = parseAmount('Partner Revenue', fields[dollars] ?? '')
      refuseTotal({ channelId, videoId, amount })
      const adjustment = type < 0 ? '' : parseAdjustmentType(fields[type] ?? '')
      const reportDay = day < 0 ? null : parseReportDay('Day', fields[day] ?? '')
      if (reportDay !== null && adjustment === '') requireDayInMonth(reportDay, month)
      return formatCopyLine([
        channelId,
        videoId,
        reportDay,
        country < 0 ? '' : parseOptionalCountry('Country', fields[country] ?? ''),
        adjustment,
        unit < 0 ? null : parseUnits('Views', fields[unit] ?? ''),
        amount,
      ])
    }
  }

const summaryColumns = ['adjustment_type', 'video_id', 'channel_id', 'partner_revenue']
const premiumColumns = ['day', 'country', 'video_id', 'channel_id', 'claim_type', 'partner_revenue']
const formatSummary = videoFormatter({ amount: 'partner_revenue', units: ['owned_views'] })
const formatPremium = videoFormatter({
  amount: 'partner_revenue',
  units: ['owned_views'],
  hasDays: true,
  hasCountries: true,
})

export const adsKind: FileKind = {
  source: 'ads',
  example: 'video_summary',
  namePattern: /(?<!adj_|adjustment_month_|shorts_ads_|shorts_non_music_ads_|subscription_)video_summary/i,
  layouts: [{ columns: summaryColumns, foreignColumns: ['day', 'country', 'claim_type'] }],
  copyTarget: lineTarget,
  createFormatter: formatSummary,
}

export const adjustmentsKind: FileKind = {
  ...adsKind,
  source: 'ads_adjustments',
  example: 'ADJ_video_summary',
  namePattern: /adj_video_summary|adjustment_month_video_summary/i,
}

export const premiumKind: FileKind = {
  source: 'premium',
  example: 'red_rawdata_video',
  namePattern: /red_rawdata_video|subscription_video_non_music/i,
  layouts: [{ columns: premiumColumns, foreignColumns: ['partner_revenue_auction'] }],
  copyTarget: lineTarget,
  createFormatter: formatPremium,
}

export const premiumMusicKind: FileKind = {
  ...premiumKind,
  source: 'premium_music',
  example: 'red_music_rawdata_video',
  namePattern: /red_music_rawdata_video|red_month_subscription_video(?!_non_music)/i,
}

const shortsSubscriptionColumns = ['country', 'video_id', 'channel_id', 'partner_revenue']
const notShortsSubscriptionColumns = ['claim_type', 'partner_revenue_auction', 'asset_id']

const channelAdjustmentSigns: Readonly<Record<string, string>> = {
  'MONETIZATION DISABLED': '-',
  'CREDIT - APPEAL': '',
}

export const fileKinds: readonly FileKind[] = [
  adsKind,
  adjustmentsKind,
  premiumKind,
  premiumMusicKind,
  {
    source: 'shorts_ads',
    example: 'shorts_ads_video_summary',
    namePattern: /shorts_(?:non_music_)?ads_video_summary/i,
    layouts: [
      { columns: ['video_id', 'channel_id', 'net_partner_revenue_post_revshare'], foreignColumns: ['day'] },
    ],
    copyTarget: lineTarget,
    createFormatter: videoFormatter({
      amount: 'net_partner_revenue_post_revshare',
      units: ['engaged_views'],
    }),
  },
  {
    source: 'shorts_subscription',
    example: 'shorts_non_music_subscription_video_summary',
    namePattern: /shorts_(?:non_music_)?subscription_(?:revenue_month_|video_summary)/i,
    layouts: [
      {
        columns: ['day', ...shortsSubscriptionColumns, 'owned_subscription_views'],
        foreignColumns: notShortsSubscriptionColumns,
      },
      { columns: shortsSubscriptionColumns, foreignColumns: ['day', ...notShortsSubscriptionColumns] },
    ],
    copyTarget: lineTarget,
    createFormatter: videoFormatter({
      amount: 'partner_revenue',
      units: ['owned_subscription_views', 'owned_views'],
      hasDays: true,
      hasCountries: true,
    }),
  },
  {
    source: 'paid_features',
    example: 'Ecommerce_paid_features',
    namePattern: /paid_features/i,
    layouts: [
      { columns: ['date', 'purchase_type', 'channel_id', 'earnings_usd'], foreignColumns: [] },
      { columns: ['product', 'channel_id', 'earnings_usd'], foreignColumns: [] },
    ],
    copyTarget: lineTarget,
    createFormatter(at, month) {
      const [channel, video, country] = [at('channel_id'), at('video_id'), at('country')]
      const [date, transactions, earnings] = [at('date'), at('transactions'), at('earnings_usd')]
      const type = findColumn(at, ['purchase_type', 'product'])
      const refuseTotal = createTotalCheck()
      return (fields) => {
        const channelId = parseMonthChannelId('Channel ID', fields[channel] ?? '')
        const videoId = video < 0 ? '' : parseOptionalVideoId('Video ID', fields[video] ?? '')
        const amount = parseAmount('Earnings (USD)', fields[earnings] ?? '')
        refuseTotal({ channelId, videoId, amount })
        const day = date < 0 ? null : parsePurchaseDay('Date', fields[date] ?? '')
        if (day !== null) requireDayInMonth(day, month)
        return formatCopyLine([
          channelId,
          videoId,
          day,
          country < 0 ? '' : parseOptionalCountry('Country', fields[country] ?? ''),
          parseLabel('Purchase Type', fields[type] ?? ''),
          transactions < 0 ? null : parseUnits('Transactions', fields[transactions] ?? ''),
          amount,
        ])
      }
    },
  },
  {
    source: 'channel_adjustments',
    example: 'channel_adjustments_summary',
    namePattern: /channel_adjustments/i,
    layouts: [{ columns: ['channel_id', 'adjustment_type', 'deduction_amount'], foreignColumns: [] }],
    copyTarget: lineTarget,
    createFormatter(at) {
      const [channel, type, deduction] = [at('channel_id'), at('adjustment_type'), at('deduction_amount')]
      return (fields) => {
        const label = parseLabel('Adjustment Type', fields[type] ?? '')
        const amount = parseAmount('Deduction Amount', fields[deduction] ?? '')
        return formatCopyLine([
          parseMonthChannelId('Channel ID', fields[channel] ?? ''),
          '',
          null,
          '',
          label,
          null,
          signDeduction(label, amount),
        ])
      }
    },
  },
  {
    source: 'tax',
    example: 'affiliate_payment_summary',
    namePattern: /affiliate_payment_summary/i,
    layouts: [
      {
        columns: [
          'channel_id',
          'revenue_source',
          'us_sourced_revenue',
          'tax_withholding_rate',
          'tax_withheld_amount',
        ],
        foreignColumns: [],
      },
    ],
    copyTarget: sql`month_taxes (load_id, channel_id, revenue_source, total_revenue, us_revenue, rate_percent, withheld)`,
    createFormatter(at, month) {
      const [channel, source, currency] = [at('channel_id'), at('revenue_source'), at('local_currency')]
      const [total, usRevenue] = [at('total_revenue'), at('us_sourced_revenue')]
      const [rate, withheld] = [at('tax_withholding_rate'), at('tax_withheld_amount')]
      const earned = at('adsense_earnings_month')
      return (fields) => {
        if (currency >= 0) requireDollars(fields[currency] ?? '')
        if (earned >= 0) requireMonth('AdSense Earnings Month', fields[earned] ?? '', month)
        const us = parseAmount('US Sourced Revenue', fields[usRevenue] ?? '', maxSum)
        return formatCopyLine([
          parseMonthChannelId('Channel ID', fields[channel] ?? ''),
          parseLabel('Revenue Source', fields[source] ?? ''),
          total < 0 ? us : parseAmount('Total Revenue', fields[total] ?? '', maxSum),
          us,
          parsePercentage('Tax Withholding Rate', fields[rate] ?? ''),
          parseAmount('Tax Withheld Amount', fields[withheld] ?? ''),
        ])
      }
    },
  },
  {
    source: 'payment_summary',
    example: 'payment_summary',
    namePattern: /(?<!affiliate_)payment_summary/i,
    layouts: [{ columns: ['revenue_type', 'partner_revenue_usd'], foreignColumns: [] }],
    copyTarget: sql`month_payments (load_id, position, label, amount)`,
    createFormatter(at) {
      const [type, revenue] = [at('revenue_type'), at('partner_revenue_usd')]
      let position = 0
      return (fields) => {
        const label = parseLabel('Revenue Type', fields[type] ?? '')
        if (label === '') throw new InvalidFieldError('Revenue Type is empty')
        return formatCopyLine([
          ++position,
          label,
          parseAmount('Partner Revenue (USD)', fields[revenue] ?? '', maxSum),
        ])
      }
    },
  },
]

function signDeduction(type: string, amount: string): string {
  const sign = channelAdjustmentSigns[type.toUpperCase()]
  if (sign === undefined) {
    const known = Object.keys(channelAdjustmentSigns).join(' and ')
    throw new InvalidFieldError(
      `Adjustment Type is ${quoteValue(type)}; whether it adds or deducts is known only of ${known}`,
    )
  }
  if (amount.startsWith('-'))
    throw new InvalidFieldError(
      `Deduction Amount is ${quoteValue(amount)}: it has to be positive, because Adjustment Type gives its sign`,
    )
  return sign + amount
}

function requireDollars(currency: string): void {
  if (parseLabel('Local Currency', currency) !== 'USD')
    throw new InvalidFieldError(
      `Local Currency is ${quoteValue(currency)}: only amounts in USD can be imported`,
    )
}

function requireMonth(column: string, text: string, month: string): void {
  if (parseMonth(text) !== month)
    throw new InvalidFieldError(`${column} is ${quoteValue(text)}, the file is for ${formatMonth(month)}`)
}
