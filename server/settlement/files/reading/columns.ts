import type { ColumnLookup, Fields } from '#server/platform/files/csv-records.ts'
import { normalizeColumn } from './values.ts'

/**
 * Normalized names of each column, in Studio's files and in the reports of the Reporting API, which is the same content.
 * Refusals name the first one.
 */
export const columnNames = {
  adjustment: ['adjustment_type'],
  assetId: ['asset_id'],
  channel: ['channel_id'],
  claimType: ['claim_type'],
  correctedTaxRate: ['corrected_tax_withholding_rate'],
  country: ['country', 'country_code'],
  date: ['date'],
  day: ['day', 'date'],
  deduction: ['deduction_amount', 'adjustment_amount'],
  earnings: ['earnings_usd'],
  engagedViews: ['engaged_views', 'total_views'],
  localCurrency: ['local_currency', 'currency_code', 'currency'],
  localRevenue: ['partner_revenue_local'],
  month: ['adsense_earnings_month', 'month'],
  ownedViews: ['owned_views'],
  product: ['product'],
  purchaseType: ['purchase_type'],
  revenue: ['partner_revenue'],
  revenueInAuctions: ['partner_revenue_auction'],
  revenueSource: ['revenue_source'],
  revenueType: ['revenue_type'],
  revenueInDollars: ['partner_revenue_usd'],
  shortsRevenue: ['net_partner_revenue_post_revshare'],
  subscriptionViews: ['owned_subscription_views'],
  taxRefund: ['tax_refund_amount'],
  taxRate: ['tax_withholding_rate'],
  taxWithheld: ['tax_withheld_amount'],
  totalRevenue: ['total_revenue', 'total_revenue_by_source'],
  transactions: ['transactions'],
  usRevenue: ['us_sourced_revenue'],
  video: ['video_id'],
  videoChannel: ['video_channel_id'],
} as const satisfies Record<string, readonly string[]>

export type Column = keyof typeof columnNames

/** The columns of a file. Returns -1 for one that it lacks. */
export type FindColumn = (column: Column) => number

export const createFinder =
  (at: ColumnLookup): FindColumn =>
  (column) =>
    columnNames[column].map(at).find((index) => index >= 0) ?? -1

export const getColumnName = (column: Column): string => columnNames[column][0]

/** Names of columns that no kind reads, and that tell other files from these. */
const otherNames = ['claim_id', 'asset_title', 'asset_channel_id']

const knownNames: ReadonlySet<string> = new Set([...Object.values(columnNames).flat(), ...otherNames])

export const isHeader = (fields: Fields): boolean =>
  fields.filter((name) => knownNames.has(normalizeColumn(name))).length >= 2
