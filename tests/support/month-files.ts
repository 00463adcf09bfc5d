import { channelIdFor, videoIdFor } from './facts.ts'

/** Small final files of a month in the forms of YouTube's Studio, made for tests. */

const quoteCell = (cell: string | number): string => {
  const text = String(cell)
  return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Rows of cells, and lines above the header as they are. */
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

/** The name under which Studio saves a file of a month. */
export const monthFileName = (kind: string, month = '202603'): string =>
  `YouTube_Studio_M_${month}01_${kind}_v1-1.csv`
