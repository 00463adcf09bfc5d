import type { MonthlyReports } from '#server/reports/fetching/monthly.ts'
import { importMonthFiles } from './import.ts'
import { getReportedSource } from './reading/kinds.ts'

/** What of the Reporting API is imported as the final figures of a month. */
export const monthlyReports: MonthlyReports = {
  getName: getReportedSource,
  async importFiles(db, paths, options) {
    const outcomes = await importMonthFiles(db, paths, { ...options, way: 'api' })
    return outcomes.map((outcome) => {
      const { path } = outcome
      if (outcome.result !== 'refused') return { path, state: 'imported' }
      const { line, reason } = outcome
      return { path, state: 'refused', problem: line === undefined ? reason : `line ${line}: ${reason}` }
    })
  },
}
