import { channelIdFor, videoIdFor } from './facts.ts'

/** Builds small final files of a month in YouTube Studio's formats. */

const quoteCell = (cell: string | number): string => {
  const text = String(cell)
  return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Formats rows of cells; lines above the header are passed through. */
export const formatMonthFile = (
  header: readonly string[],
  rows: readonly (readonly (string | number)[])[],
  linesAbove: readonly string[] = [],
): string =>
  [...linesAbove, ...[header, ...rows].map((cells) => cells.map(quoteCell).join(',')), ''].join('\n')

export const summaryHeader = [
  'Adjustment Type',
  'Video ID',
  'Video Title',
  'Channel ID',
  'Owned Views',
  'Partner Revenue : Auction',
  'Partner Revenue',
]

/** Studio's ids lack the leading UC. */
export const shortChannelId = (name: string): string => channelIdFor(name).slice(2)

export const summaryRow = (channel: string, amount: string, type = 'None') => [
  type,
  videoIdFor(channel),
  `A "title", of ${channel}`,
  channel === '' ? '' : shortChannelId(channel),
  10,
  amount,
  amount,
]

export const formatAds = (rows: readonly (readonly [channel: string, amount: string])[]): string =>
  formatMonthFile(
    summaryHeader,
    rows.map(([channel, amount]) => summaryRow(channel, amount)),
  )

export const formatPaymentSummary = (rows: readonly (readonly [label: string, amount: string])[]): string =>
  formatMonthFile(['Revenue Type', 'Partner Revenue (USD)'], rows)

export const taxHeader = [
  'AdSense Earnings Month',
  'Channel ID',
  'Revenue Source',
  'Local Currency',
  'Total Revenue',
  'US Sourced Revenue',
  'Tax Withholding Rate',
  'Tax Withheld Amount',
]

/** At a rate of 10 %. */
export const formatTaxes = (month: string, rows: readonly (readonly [channel: string, withheld: number])[]) =>
  formatMonthFile(
    taxHeader,
    rows.map(([channel, withheld]) => [
      ...[month, channelIdFor(channel), 'Ads', 'USD'],
      ...[withheld * 100, withheld * 10, '10%', withheld],
    ]),
  )

type Cells = Readonly<Record<string, string | number>>

/** Formats rows whose cells are named by their columns; a layout has only some of these. */
export const formatLayout = (
  header: readonly string[],
  rows: readonly Cells[],
  linesAbove: readonly string[] = [],
): string =>
  formatMonthFile(
    header,
    rows.map((row) => header.map((name) => row[name] ?? '')),
    linesAbove,
  )

export const paidHeader = [
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
]

export const purchase = (channel: string, changes: Cells = {}): Cells => ({
  Date: '20260305',
  'Purchase Type': 'Super Thanks',
  'Refund/Chargeback': 'FALSE',
  Country: 'KR',
  'Channel Name': `The "${channel}", live`,
  'Channel ID': shortChannelId(channel),
  'Retail Price (USD)': '5.00',
  'Total Tax (USD)': '0.45',
  'Partner Earnings Fraction': '0.7',
  'Earnings (USD)': '3.50',
  ...changes,
})

/** A refund repeats its purchase's line with a negative amount. */
export const refund = (channel: string, changes: Cells = {}): Cells =>
  purchase(channel, { 'Refund/Chargeback': 'TRUE', 'Earnings (USD)': '-3.50', ...changes })

export const formatPaidFeatures = (rows: readonly Cells[], linesAbove: readonly string[] = []): string =>
  formatLayout(paidHeader, rows, linesAbove)

export const shortsSubscriptionHeader = [
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
]

export const shortsSubscriptionRow = (channel: string, changes: Cells = {}): Cells => ({
  'Adjustment Type': 'None',
  Day: '20260305',
  Country: 'KR',
  'Video ID': videoIdFor(channel),
  'Content Type': 'UGC',
  'Video Title': `A "title", of ${channel}`,
  'Video Duration (sec)': 30,
  Uploader: channel,
  'Channel ID': channel === '' ? '' : shortChannelId(channel),
  'Owned Subscription Views': 12,
  'Partner Revenue': '0.4000000001',
  ...changes,
})

/** Returns the name under which Studio saves a month's file. */
export const monthFileName = (kind: string, month = '202603'): string =>
  `YouTube_Studio_M_${month}01_${kind}_v1-1.csv`
