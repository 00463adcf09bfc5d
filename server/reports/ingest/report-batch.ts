import { addDays } from '#contract/reports/calendar.ts'
import { loadFiles } from './loader/load-files.ts'
import type { InspectedReport, ReportRun } from './report-inspection.ts'
import { reportLoader } from './report-loader.ts'
import { hasFacts, isOtherHalf } from './types/report-type.ts'

/** More is loaded at once. */
const maxBatchBytes = 1 << 20

/**
 * Loads activity and revenue of a day together, so that no reader sees one of the new issue and one of the old. Small
 * reports of successive days share a batch. Other reports are loaded one by one.
 */
export class ReportBatch {
  readonly #run: ReportRun
  #reports: InspectedReport[] = []

  constructor(run: ReportRun) {
    this.#run = run
  }

  async add(report: InspectedReport): Promise<void> {
    if (!hasFacts(report.candidate.type)) return loadFiles(this.#run, reportLoader, [report])
    if (!this.#fits(report)) await this.flush()
    this.#reports.push(report)
    const isWhole = this.#reports.some(({ candidate }) => isOtherHalf(candidate, report.candidate))
    if (isWhole && this.#isFull()) await this.flush()
  }

  async flush(): Promise<void> {
    const reports = this.#reports
    this.#reports = []
    if (reports.length > 0) await loadFiles(this.#run, reportLoader, reports)
  }

  /** Returns whether the report is the other one of the last day, or begins the next day. */
  #fits({ candidate }: InspectedReport): boolean {
    const last = this.#reports.at(-1)?.candidate
    if (!last) return true
    const isRepeated = this.#reports.some(
      (one) => one.candidate.day === candidate.day && one.candidate.type === candidate.type,
    )
    if (last.day === candidate.day) return !isRepeated
    return candidate.day === addDays(last.day, 1) && !this.#isFull()
  }

  #isFull(): boolean {
    return this.#reports.reduce((bytes, { file }) => bytes + file.file.bytes, 0) > maxBatchBytes
  }
}
