import type { Fields } from '#server/platform/files/csv-records.ts'
import { FileRefusal } from '#server/platform/files/file-refusal.ts'
import type { InputFile } from './input-files.ts'
import { activityReport } from './types/activity.ts'
import { claimsReport } from './types/claims.ts'
import { metadataReport } from './types/metadata.ts'
import type { ReportType } from './types/report-type.ts'
import { revenueReport } from './types/revenue.ts'

export const reportTypes: readonly ReportType[] = [
  activityReport,
  revenueReport,
  metadataReport,
  claimsReport,
]

const expectedTypes = `expected one of ${reportTypes.map(({ exampleId }) => exampleId).join(', ')}`

const idPattern = /(?:content_owner|channel|playlist)_[a-z_]+_a\d+/

/**
 * Precedence: the entry in `reports.json`, the file name, the header. Studio has its own names for claims and metadata, whose
 * columns are those of the Reporting API.
 * @throws {FileRefusal} for an unsupported report or a missing column
 */
export function detectReportType(name: string, listedTypeId: string | undefined, header: Fields): ReportType {
  const columns = header.map((column) => column.trim())
  const id = listedTypeId ?? findIdInName(name)
  const type = id ? findTypeById(id) : (detectCatalogType(columns) ?? detectFactType(name, columns))
  const missing = type.requiredColumns.filter((column) => !columns.includes(column))
  if (missing.length > 0) {
    const list = missing.map((column) => `"${column}"`).join(', ')
    throw new FileRefusal(
      `${missing.length > 1 ? 'columns' : 'column'} ${list} missing in ${id ?? type.exampleId}`,
      1,
    )
  }
  return type
}

const findIdInName = (name: string) => idPattern.exec(name)?.[0]

/** `id`: YouTube's, such as `content_owner_basic_a4`. */
export const findReportType = (id: string) => reportTypes.find(({ idPattern }) => idPattern.test(id))

/** Does not read the file. */
export function guessType({ name, resource }: InputFile): ReportType | undefined {
  const id = resource?.reportTypeId ?? findIdInName(name)
  return id === undefined ? undefined : findReportType(id)
}

function findTypeById(id: string): ReportType {
  const type = findReportType(id)
  if (type) return type
  throw new FileRefusal(`the report ${id} is not supported; ${expectedTypes}`)
}

const hasColumns = (columns: readonly string[], ...names: string[]) =>
  names.every((name) => columns.includes(name))

function detectCatalogType(columns: readonly string[]): ReportType | undefined {
  if (hasColumns(columns, 'claim_id', 'claim_status')) return claimsReport
  return hasColumns(columns, 'video_title', 'channel_display_name') ? metadataReport : undefined
}

/** Reports by asset, by channel and about advertising have similar columns but different meanings. */
function detectFactType(name: string, columns: readonly string[]): ReportType {
  refuseStudioExport(name, columns)
  const has = (...names: string[]) => hasColumns(columns, ...names)
  if (has('date', 'asset_id'))
    throw new FileRefusal(`this is a report by asset, which is not supported; ${expectedTypes}`, 1)
  if (has('date', 'claimed_status', 'estimated_partner_revenue')) return revenueReport
  if (has('date', 'claimed_status', 'red_views')) return activityReport
  if (has('date', 'channel_id', 'video_id')) {
    throw new FileRefusal(`this is not a supported content owner report; ${expectedTypes}`, 1)
  }
  throw new FileRefusal(`this is not a report: its first line is not a report header; ${expectedTypes}`, 1)
}

/** YouTube Studio downloads are monthly and final, not the daily estimates, and start with a line about the file. */
function refuseStudioExport(name: string, columns: readonly string[]): void {
  const titles = ['Channel ID', 'Video ID', 'Video Channel ID', 'Adjustment Type']
  if (/^YouTube_/i.test(name) || titles.some((title) => columns.includes(title))) {
    throw new FileRefusal(
      `this was downloaded manually from YouTube Studio (monthly and final), for "month import"; the daily bulk reports of the Reporting API are needed: ${expectedTypes}`,
      1,
    )
  }
}
