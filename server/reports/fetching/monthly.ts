import type { Database } from '#server/platform/db/database.ts'
import type { Log } from '#server/platform/log.ts'
import type { ReportState } from './fetched-reports.ts'

export interface MonthlyImport {
  owner: string
  /** First day of the month that all of the files are for. */
  month: string
  now: Date
  log: Log
  signal: AbortSignal | undefined
}

export interface MonthlyOutcome {
  path: string
  state: Extract<ReportState, 'imported' | 'refused'>
  /** Of a refused one. */
  problem?: string
}

/**
 * Final figures of whole months, which YouTube makes by itself in system-managed jobs. Settlement knows what they contain; a month
 * without a report of some kind of revenue is none of it.
 */
export interface MonthlyReports {
  /** Names what a report type contains, in whatever version; undefined: it is no monthly one that is imported. */
  getName(reportTypeId: string): string | undefined
  /** Imports the reports of a month together, as `month import` does. */
  importFiles(db: Database, paths: readonly string[], options: MonthlyImport): Promise<MonthlyOutcome[]>
}
