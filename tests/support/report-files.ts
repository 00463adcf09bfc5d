import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { addDays } from '#contract/reports/calendar.ts'
import { type CsvRow, formatCsvLine } from '#server/demo/data/report-csv.ts'
import { getPacificMidnight } from '#server/platform/pacific-day.ts'
import { channelIdFor, videoIdFor } from './facts.ts'

/** Builds small reports in the formats of the Reporting API. */

export const activityColumns = [
  'date',
  'channel_id',
  'video_id',
  'claimed_status',
  'country_code',
  'views',
  'engaged_views',
  'watch_time_minutes',
  'average_view_duration_percentage',
  'red_views',
]
export const revenueColumns = [
  'date',
  'channel_id',
  'video_id',
  'claimed_status',
  'country_code',
  'estimated_partner_revenue',
  'estimated_partner_red_revenue',
]
export const metadataColumns = [
  'video_id',
  'channel_id',
  'channel_display_name',
  'time_published',
  'video_title',
  'video_length',
  'category',
  'isrc',
]
export const claimsColumns = [
  'claim_id',
  'claim_status',
  'video_id',
  'channel_id',
  'asset_id',
  'asset_title',
  'artist',
  'isrc',
  'is_shorts_eligible',
]

/** Includes a header, with columns in the given order. */
export const formatCsv = (columns: readonly string[], rows: readonly CsvRow[]): string =>
  [columns, ...rows.map((row) => columns.map((column) => row[column] ?? ''))].map(formatCsvLine).join('')

export const activityRow = (day: string, overrides: CsvRow = {}): CsvRow => ({
  date: day.replaceAll('-', ''),
  channel_id: channelIdFor('one'),
  video_id: videoIdFor('first'),
  claimed_status: 'claimed',
  country_code: 'KR',
  views: 1000,
  engaged_views: 800,
  watch_time_minutes: '120.5',
  average_view_duration_percentage: '88.25',
  red_views: 70,
  ...overrides,
})

export const revenueRow = (day: string, overrides: CsvRow = {}): CsvRow => ({
  date: day.replaceAll('-', ''),
  channel_id: channelIdFor('one'),
  video_id: videoIdFor('first'),
  claimed_status: 'claimed',
  country_code: 'KR',
  estimated_partner_revenue: '0.250000',
  estimated_partner_red_revenue: '0.06',
  ...overrides,
})

export const metadataRow = (overrides: CsvRow = {}): CsvRow => ({
  video_id: videoIdFor('first'),
  channel_id: channelIdFor('one'),
  channel_display_name: 'One',
  time_published: '2026-02-01T09:00:00Z',
  video_title: 'A title',
  video_length: 31,
  category: 24,
  isrc: '',
  ...overrides,
})

export const claimRow = (overrides: CsvRow = {}): CsvRow => ({
  claim_id: 'claim1',
  claim_status: 'ACTIVE',
  video_id: videoIdFor('first'),
  channel_id: channelIdFor('one'),
  asset_id: 'A1',
  asset_title: 'A song',
  artist: 'Somebody',
  isrc: 'KRA402000111',
  is_shorts_eligible: 'Yes',
  ...overrides,
})

export const formatActivity = (rows: readonly CsvRow[]) => formatCsv(activityColumns, rows)
export const formatRevenue = (rows: readonly CsvRow[]) => formatCsv(revenueColumns, rows)
export const formatMetadata = (rows: readonly CsvRow[]) => formatCsv(metadataColumns, rows)
export const formatClaims = (rows: readonly CsvRow[]) => formatCsv(claimsColumns, rows)

const typeIds = {
  basic: 'content_owner_basic_a4',
  estimated_revenue: 'content_owner_estimated_revenue_a1',
  video_metadata: 'content_owner_video_metadata_a4',
  active_claims: 'content_owner_active_claims_a3',
}

/** Returns the name under which a day's report is stored. */
export const reportFileName = (kind: keyof typeof typeIds, day: string, extension = '.csv') =>
  `${typeIds[kind]}_${day.replaceAll('-', '')}${extension}`

/** Builds a report as the Reporting API lists it. */
export const buildReportResource = (
  file: string,
  kind: keyof typeof typeIds,
  day: string,
  overrides: Record<string, unknown> = {},
) => {
  const next = addDays(day, 1)
  return {
    file,
    reportTypeId: typeIds[kind],
    id: `${kind}-${day}`,
    startTime: getPacificMidnight(day).toISOString(),
    endTime: getPacificMidnight(next).toISOString(),
    createTime: `${next}T20:00:00Z`,
    ...overrides,
  }
}

/** Creates a folder for a test's report files. */
export async function createReportFolder() {
  const path = await mkdtemp(join(tmpdir(), 'hookline-reports-'))
  let folders = 0
  return {
    path,
    /** Writes a file. @returns its path */
    async write(name: string, content: string | Uint8Array): Promise<string> {
      const file = join(path, name)
      await writeFile(file, content)
      return file
    },
    /** Creates another folder below this one. */
    async createSubfolder(): Promise<string> {
      const sub = join(path, String(++folders))
      await mkdir(sub)
      return sub
    },
    remove: () => rm(path, { recursive: true, force: true }),
  }
}
