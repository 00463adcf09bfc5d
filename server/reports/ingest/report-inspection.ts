import { type Fields, parseHead } from '#server/platform/files/csv-records.ts'
import type { FileRefusal } from '#server/platform/files/file-refusal.ts'
import type { InputFile } from './input-files.ts'
import { FileImport, type ImportMeter } from './loader/file-import.ts'
import type { ImportRun } from './loader/import-run.ts'
import { type LoadCandidate, selectImportedFile } from './loads.ts'
import { countImportedFile } from './metrics.ts'
import { findReportDay, getCreateTime, guessDay } from './report-day.ts'
import { detectReportType, guessType } from './type-detection.ts'
import type { ReportType } from './types/report-type.ts'

export interface ReportResult {
  result: 'loaded' | 'unchanged' | 'older'
  type: ReportType['name']
  day: string
  rows: number
}

export class ReportImport extends FileImport<InputFile, ReportResult> {
  /** Guessed from the name, until the file has been inspected. */
  unit: { type?: ReportType['name'] | undefined; day?: string | undefined }

  constructor(file: InputFile, meter: ImportMeter) {
    super(file, meter)
    this.unit = { type: guessType(file)?.name, day: guessDay(file) }
  }

  override settle(result: ReportResult | FileRefusal): void {
    super.settle(result)
    if (this.outcome) countImportedFile({ ...this.outcome, type: this.unit.type })
  }
}

export interface ReportRun extends ImportRun {
  created: Date | undefined
  day: string | undefined
  files: readonly ReportImport[]
  preparedMonths: Set<string>
}

export interface InspectedReport {
  file: ReportImport
  candidate: LoadCandidate
  type: ReportType
  header: Fields
  sha256: string
  /** Reports without lines are all alike. */
  hasLines: boolean
}

/**
 * Settles the file if it was imported before, by the look of it.
 * @throws {FileRefusal}
 */
export async function inspectReport(
  run: ReportRun,
  report: ReportImport,
): Promise<InspectedReport | undefined> {
  const { file } = report
  if (file.refusal) throw file.refusal
  const hasDefaultOptions = !run.replace && run.created === undefined && run.day === undefined
  const imported = hasDefaultOptions ? await selectImportedFile(run.db, run.owner, file) : undefined
  if (imported) {
    report.settle({ ...imported, result: 'unchanged' })
    return undefined
  }
  const { sha256, head } = await report.inspectText()
  const { header, first } = parseHead(head)
  const type = detectReportType(file.name, file.resource?.reportTypeId, header)
  const candidate: LoadCandidate = {
    type: type.name,
    owner: run.owner,
    day: findReportDay(run, file, type, header, first),
    reportId: file.resource?.id ?? null,
    createTime: getCreateTime(file, run.created),
    fileName: file.name,
    fileBytes: file.bytes,
    fileModifiedAt: file.modifiedAt,
    sha256,
    replace: run.replace ?? false,
  }
  report.unit = candidate
  return { file: report, candidate, type, header, sha256, hasLines: first !== undefined }
}
