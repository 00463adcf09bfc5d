import { activity } from './activity.ts'
import { claims } from './claims.ts'
import { metadata } from './metadata.ts'
import { FileRefused } from './refused.ts'
import type { Fields, ReportType } from './report-type.ts'
import { revenue } from './revenue.ts'

const reportTypes: readonly ReportType[] = [activity, revenue, metadata, claims]

const wanted = `expected one of ${reportTypes.map(({ example }) => example).join(', ')}`

const idPattern = /(?:content_owner|channel|playlist)_[a-z_]+_a\d+/

/**
 * Which report a file is: by what was said about it, else by its name, else by its header.
 * @throws {FileRefused} for what is not taken in, and when a needed column is missing
 */
export function recognise(name: string, saidId: string | undefined, header: Fields): ReportType {
  const columns = header.map((column) => column.trim())
  const id = saidId ?? idPattern.exec(name)?.[0]
  refuseStudio(name, columns)
  const type = id ? byId(id) : byHeader(columns)
  const missing = type.needed.filter((column) => !columns.includes(column))
  if (missing.length > 0) {
    const list = missing.map((column) => `"${column}"`).join(', ')
    throw new FileRefused(
      `${missing.length > 1 ? 'columns' : 'column'} ${list} missing in ${id ?? type.example}`,
      1,
    )
  }
  return type
}

function byId(id: string): ReportType {
  const type = reportTypes.find(({ ids }) => ids.test(id))
  if (type) return type
  throw new FileRefused(`the report ${id} is not used; ${wanted}`)
}

/** The one whose columns are there; reports by asset, of a channel and of advertisements look alike but count other things. */
function byHeader(columns: readonly string[]): ReportType {
  const has = (...names: string[]) => names.every((name) => columns.includes(name))
  if (has('claim_id', 'claim_status')) return claims
  if (has('video_title', 'channel_display_name')) return metadata
  if (has('date', 'asset_id'))
    throw new FileRefused(`this is a report by asset, which is not used; ${wanted}`, 1)
  if (has('date', 'claimed_status', 'estimated_partner_revenue')) return revenue
  if (has('date', 'claimed_status', 'red_views')) return activity
  if (has('date', 'channel_id', 'video_id')) {
    throw new FileRefused(`this is not one of the content owner’s reports that are used; ${wanted}`, 1)
  }
  throw new FileRefused(`this is not a report: its first line is not a report header; ${wanted}`, 1)
}

/** Files downloaded by hand: monthly and final, not the daily estimate; a line about the file stands above the header. */
function refuseStudio(name: string, columns: readonly string[]): void {
  const titles = ['Channel ID', 'Video ID', 'Video Channel ID', 'Adjustment Type']
  if (/^YouTube_/i.test(name) || titles.some((title) => columns.includes(title))) {
    throw new FileRefused(
      `this was downloaded by hand from YouTube Studio (monthly and final); the daily bulk reports of the Reporting API are needed: ${wanted}`,
      1,
    )
  }
}
