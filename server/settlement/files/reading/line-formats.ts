import { formatCopyLine } from '#server/platform/db/copy.ts'
import { type Sql, sql } from '#server/platform/db/sql.ts'
import type { Fields } from '#server/platform/files/csv-records.ts'
import { InvalidFieldError, parseOptionalVideoId } from '#server/platform/files/fields.ts'
import { quoteValue } from '#server/platform/files/file-refusal.ts'
import { formatMonth } from '#server/settlement/calendar/month.ts'
import type { Column, FindColumn } from './columns.ts'
import { createTotalCheck } from './total-line.ts'
import {
  parseAmount,
  parseLabel,
  parseMonthChannelId,
  parseOptionalCountry,
  parsePurchaseDay,
  parseReportDay,
  parseUnits,
} from './values.ts'

/** What is stored of a file: `table (columns)`, the first of which is the load, and the rest of its lines. */
export interface LineFormat {
  readonly copyTarget: Sql
  createFormatter(find: FindColumn, file: FileOfLines): LineFormatter
}

export interface FileOfLines {
  month: string
  /** The lines have amounts of another currency than dollars: they are stored as they are, and converted afterward. */
  noteCurrency(currency: string): void
  /** The tax of a line is not its rate of the revenue. */
  noteWrongTax(): void
}

/** Formats a COPY line without the load. Throws `InvalidFieldError`. */
export type LineFormatter = (fields: Fields) => string

export const lineTarget = sql`month_lines (load_id, channel_id, video_id, day, country, type, units, amount)`

export function requireDayInMonth(day: string, month: string): void {
  if (formatMonth(day) !== formatMonth(month))
    throw new InvalidFieldError(`the line is for ${day}, the file is for ${formatMonth(month)}`)
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
export function parseAdjustmentType(text: string): string {
  const type = parseLabel('Adjustment Type', text)
  if (!isAdjustmentType(type)) return ''
  const known = adjustmentNames.get(type.toUpperCase().replaceAll('_', ' '))
  if (known !== undefined) return known
  throw new InvalidFieldError(
    `Adjustment Type is ${quoteValue(type)}, neither None nor one of ${adjustmentTypes.join(', ')}`,
  )
}

interface VideoColumns {
  amount: Column
  /** The first one that the file has. */
  units: readonly Column[]
  channel?: Column
}

/** Money of videos. Days and countries are kept where a file has them; adjustments may be of earlier days. */
export const videoLines = ({ amount, units, channel = 'channel' }: VideoColumns): LineFormat => ({
  copyTarget: lineTarget,
  createFormatter(find, { month }) {
    const at = {
      ...{ channel: find(channel), video: find('video'), adjustment: find('adjustment') },
      ...{ day: find('day'), country: find('country'), amount: find(amount) },
      units: units.map(find).find((index) => index >= 0) ?? -1,
    }
    const refuseTotal = createTotalCheck()
    return (fields) => {
      const channelId = parseMonthChannelId('Channel ID', fields[at.channel] ?? '')
      const videoId = parseOptionalVideoId('Video ID', fields[at.video] ?? '')
      const dollars = parseAmount('Partner Revenue', fields[at.amount] ?? '')
      refuseTotal({ channelId, subject: videoId, amount: dollars })
      const adjustment = at.adjustment < 0 ? '' : parseAdjustmentType(fields[at.adjustment] ?? '')
      const day = at.day < 0 ? null : parseReportDay('Day', fields[at.day] ?? '')
      if (day !== null && adjustment === '') requireDayInMonth(day, month)
      return formatCopyLine([
        channelId,
        videoId,
        day,
        at.country < 0 ? '' : parseOptionalCountry('Country', fields[at.country] ?? ''),
        adjustment,
        at.units < 0 ? null : parseUnits('Views', fields[at.units] ?? ''),
        dollars,
      ])
    }
  },
})

/** Purchases of viewers, or their sums by product. */
export const purchaseLines: LineFormat = {
  copyTarget: lineTarget,
  createFormatter(find, { month }) {
    const at = {
      ...{ channel: find('channel'), video: find('video'), date: find('date'), country: find('country') },
      ...{ transactions: find('transactions'), earnings: find('earnings') },
      type: Math.max(find('purchaseType'), find('product')),
    }
    const refuseTotal = createTotalCheck()
    return (fields) => {
      const channelId = parseMonthChannelId('Channel ID', fields[at.channel] ?? '')
      const videoId = at.video < 0 ? '' : parseOptionalVideoId('Video ID', fields[at.video] ?? '')
      const amount = parseAmount('Earnings (USD)', fields[at.earnings] ?? '')
      refuseTotal({ channelId, subject: videoId, amount })
      const day = at.date < 0 ? null : parsePurchaseDay('Date', fields[at.date] ?? '')
      if (day !== null) requireDayInMonth(day, month)
      return formatCopyLine([
        channelId,
        videoId,
        day,
        at.country < 0 ? '' : parseOptionalCountry('Country', fields[at.country] ?? ''),
        parseLabel('Purchase Type', fields[at.type] ?? ''),
        at.transactions < 0 ? null : parseUnits('Transactions', fields[at.transactions] ?? ''),
        amount,
      ])
    }
  },
}

const deductionSigns: Readonly<Record<string, string>> = {
  'MONETIZATION DISABLED': '-',
  'CREDIT - APPEAL': '',
}

/** Adjustments of whole channels, whose sign is that of their type. */
export const deductionLines: LineFormat = {
  copyTarget: lineTarget,
  createFormatter(find, { noteCurrency }) {
    const at = {
      ...{ channel: find('channel'), type: find('adjustment'), deduction: find('deduction') },
      currency: find('localCurrency'),
    }
    return (fields) => {
      if (at.currency >= 0) noteCurrency(fields[at.currency] ?? '')
      const label = parseLabel('Adjustment Type', fields[at.type] ?? '')
      const amount = parseAmount('Deduction Amount', fields[at.deduction] ?? '')
      return formatCopyLine([
        parseMonthChannelId('Channel ID', fields[at.channel] ?? ''),
        '',
        null,
        '',
        label,
        null,
        signDeduction(label, amount),
      ])
    }
  },
}

function signDeduction(type: string, amount: string): string {
  const sign = deductionSigns[type.toUpperCase()]
  if (sign === undefined) {
    const known = Object.keys(deductionSigns).join(' and ')
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
