import type { Database } from '#server/platform/db/database.ts'
import {
  isComplete,
  type ReportedDay,
  selectReportedDays,
} from '#server/reports/completeness/completeness.ts'
import { refreshLists } from '#server/reports/lists/lists.ts'
import { listInputFiles } from './input-files.ts'
import { type FileOutcome, ImportMeter } from './loader/file-import.ts'
import { type ImportOptions, runImport } from './loader/import-run.ts'
import { deleteStrayMetadata, reportLoads } from './loads.ts'
import { countFactsOverCapacity } from './maintenance.ts'
import { ReportBatch } from './report-batch.ts'
import { sortByIssue } from './report-day.ts'
import {
  type InspectedReport,
  inspectReport,
  ReportImport,
  type ReportResult,
  type ReportRun,
} from './report-inspection.ts'

export type ReportOutcome = FileOutcome<ReportResult>

export interface ReportImportOptions extends ImportOptions {
  owner?: string
  /** Creation time of files that `reports.json` does not list; the default is their modification time. */
  created?: Date | undefined
  /** Day of files that do not say theirs. */
  day?: string | undefined
}

export interface ImportSummary {
  outcomes: ReportOutcome[]
  /** Days that lack a report of their owner. */
  incompleteDays: ReportedDay[]
  factsOverCapacity: number | null
  ms: number
}

/**
 * Each file is atomic, order does not matter, and a refused file does not stop the others. Activity and revenue of a day
 * are published together.
 */
export async function importFiles(
  db: Database,
  paths: readonly string[],
  { owner = 'main', created, day, ...options }: ReportImportOptions = {},
): Promise<ImportSummary> {
  const started = performance.now()
  const meter = new ImportMeter(options.progress)
  const files = sortByIssue(await listInputFiles(paths), created).map((file) => new ReportImport(file, meter))
  const run = { ...options, db, owner, created, day, files, preparedMonths: new Set<string>() }
  await runImport(run, reportLoads, files, async () => {
    await deleteStrayMetadata(db)
    await importInOrder(run)
    run.progress?.startStep('Refreshing the lists')
    await refreshLists(db)
  })
  return {
    outcomes: files.flatMap(({ outcome }) => outcome ?? []),
    incompleteDays: (await selectReportedDays(db)).filter((day) => !isComplete(day)),
    factsOverCapacity: await countFactsOverCapacity(db),
    ms: performance.now() - started,
  }
}

async function importInOrder(run: ReportRun): Promise<void> {
  const batch = new ReportBatch(run)
  for (const file of run.files) {
    run.signal?.throwIfAborted()
    let inspected: InspectedReport | undefined
    await file.attempt(async () => {
      inspected = await inspectReport(run, file)
    })
    if (inspected) await batch.add(inspected)
  }
  await batch.flush()
}
