import { activityReport } from '#server/reports/ingest/types/activity.ts'
import { claimsReport } from '#server/reports/ingest/types/claims.ts'
import type { ActivityFact, RevenueFact } from '#server/reports/ingest/types/facts.ts'
import { metadataReport } from '#server/reports/ingest/types/metadata.ts'
import type { ReportType } from '#server/reports/ingest/types/report-type.ts'
import { revenueReport } from '#server/reports/ingest/types/revenue.ts'

export type CsvCell = string | number
export type CsvRow = Record<string, CsvCell>

/** YouTube writes these names, in this order. */
export const reportColumns = {
  activity: [
    'date',
    'channel_id',
    'video_id',
    'claimed_status',
    'uploader_type',
    'live_or_on_demand',
    'subscribed_status',
    'country_code',
    'views',
    'engaged_views',
    'comments',
    'shares',
    'watch_time_minutes',
    'average_view_duration_seconds',
    'average_view_duration_percentage',
    'likes',
    'dislikes',
    'red_views',
    'red_watch_time_minutes',
  ],
  revenue: [
    'date',
    'channel_id',
    'video_id',
    'claimed_status',
    'uploader_type',
    'country_code',
    'estimated_partner_revenue',
    'estimated_partner_ad_revenue',
    'estimated_partner_red_revenue',
    'estimated_partner_transaction_revenue',
  ],
  metadata: [
    'video_id',
    'channel_id',
    'channel_display_name',
    'time_uploaded',
    'time_published',
    'video_title',
    'video_length',
    'category',
    'isrc',
  ],
  claims: [
    'claim_id',
    'claim_status',
    'claim_type',
    'video_id',
    'channel_id',
    'asset_id',
    'asset_title',
    'artist',
    'isrc',
    'is_shorts_eligible',
  ],
} satisfies Record<ReportKind, readonly string[]>

export type ReportKind = ReportType['name']

const reportTypes = [activityReport, revenueReport, metadataReport, claimsReport]

/** @returns undefined for reports that are not imported */
export const findReportKind = (reportTypeId: string): ReportKind | undefined =>
  reportTypes.find(({ idPattern }) => idPattern.test(reportTypeId))?.name

const quoteCell = (cell: CsvCell) =>
  /[",\r\n]/.test(String(cell)) ? `"${String(cell).replaceAll('"', '""')}"` : String(cell)

export const formatCsvLine = (cells: readonly CsvCell[]): string => `${cells.map(quoteCell).join(',')}\n`

/** YouTube writes this for a day on which nothing happened. */
export function formatHeaderOnly(reportTypeId: string): string {
  const kind = findReportKind(reportTypeId)
  return formatCsvLine(kind ? reportColumns[kind] : ['date', 'channel_id', 'video_id', 'views'])
}

const toCompactDay = (day: string) => day.replaceAll('-', '')

const videoColumns = { claimed_status: 'claimed', uploader_type: 'self' }

/** The importer reads exactly the same fact from it. */
export function toActivityRow(day: string, fact: ActivityFact): CsvRow {
  const { views, watchMs, watchedShare } = fact
  return {
    date: toCompactDay(day),
    channel_id: fact.channelId,
    video_id: fact.videoId,
    ...videoColumns,
    live_or_on_demand: 'onDemand',
    subscribed_status: 'not_subscribed',
    country_code: fact.country,
    views,
    engaged_views: fact.engagedViews ?? views,
    comments: 0,
    shares: 0,
    watch_time_minutes: (watchMs / 60_000).toFixed(9),
    average_view_duration_seconds: views === 0 ? 0 : (watchMs / 1000 / views).toFixed(9),
    average_view_duration_percentage: views === 0 ? 0 : (watchedShare / 100 / views).toFixed(9),
    likes: 0,
    dislikes: 0,
    red_views: fact.premiumViews,
    red_watch_time_minutes: views === 0 ? 0 : ((watchMs / 60_000) * (fact.premiumViews / views)).toFixed(9),
  }
}

/** The importer reads exactly the same fact from it. */
export function toRevenueRow(day: string, fact: RevenueFact): CsvRow {
  const { revenueMicros, premiumRevenueMicros } = fact
  return {
    date: toCompactDay(day),
    channel_id: fact.channelId,
    video_id: fact.videoId,
    ...videoColumns,
    country_code: fact.country,
    estimated_partner_revenue: formatMicros(revenueMicros),
    estimated_partner_ad_revenue: formatMicros(revenueMicros - premiumRevenueMicros),
    estimated_partner_red_revenue: formatMicros(premiumRevenueMicros),
    estimated_partner_transaction_revenue: 0,
  }
}

const formatMicros = (micros: number) => (micros / 1_000_000).toFixed(6)
