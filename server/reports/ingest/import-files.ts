import type { Database } from '#server/platform/db/database.ts'
import { withLockRetry } from '#server/platform/db/lock-retry.ts'
import { vacuumAnalyze } from '#server/platform/db/vacuum.ts'
import { FileRefusal } from '#server/platform/files/file-refusal.ts'
import type { ImportProgress } from '#server/platform/files/import-progress.ts'
import {
  isComplete,
  type ReportedDay,
  selectReportedDays,
} from '#server/reports/completeness/completeness.ts'
import { refreshLists } from '#server/reports/lists/lists.ts'
import { DayPublisher } from './day-publisher.ts'
import { type FileResult, type ImportFileOptions, stageFile } from './import-file.ts'
import { type InputFile, listInputFiles } from './input-files.ts'
import { cleanUpLoads, getImportLock } from './load-cleanup.ts'
import type { LoadCandidate } from './loads.ts'
import { countFactsOverCapacity } from './maintenance.ts'
import { countImportedFile } from './metrics.ts'
import { guessDay, sortByIssue } from './report-day.ts'
import { guessType } from './type-detection.ts'

export type FileOutcome = { path: string; ms: number } & (
  | FileResult
  | { result: 'refused'; rows: 0; reason: string; line: number | undefined }
)

export interface ImportSummary {
  outcomes: FileOutcome[]
  /** Days that lack a report of their owner. */
  incompleteDays: ReportedDay[]
  factsOverCapacity: number | null
  ms: number
}

export interface ImportOptions {
  owner?: string
  created?: Date | undefined
  replace?: boolean | undefined
  now?: Date
  progress?: ImportProgress | undefined
  signal?: AbortSignal | undefined
}

/**
 * Each file is atomic, order does not matter, and a refused file does not stop the others. Activity and revenue of a day
 * are published together. Waits while other reports of the owner are imported.
 */
export async function importFiles(
  db: Database,
  paths: readonly string[],
  { owner = 'main', created, replace = false, now = new Date(), progress, signal }: ImportOptions = {},
): Promise<ImportSummary> {
  const started = performance.now()
  const files = sortByIssue(await listInputFiles(paths), created)
  progress?.start(files.length, sumBytes(files))
  const importOwn = async () => {
    await cleanUpLoads(db, owner)
    const outcomes = await importInOrder(db, files, { owner, created, replace, now, signal }, progress)
    progress?.startStep('Refreshing the lists')
    await refreshLists(db)
    if (outcomes.some(({ result }) => result === 'loaded' || result === 'refused')) await vacuumAnalyze(db)
    return outcomes
  }
  try {
    const outcomes = await withLockRetry(db, getImportLock(owner), importOwn, {
      signal,
      onWait: () => progress?.startStep(`Waiting for another import of ${owner}`),
    })
    return {
      outcomes,
      incompleteDays: (await selectReportedDays(db)).filter((day) => !isComplete(day)),
      factsOverCapacity: await countFactsOverCapacity(db),
      ms: performance.now() - started,
    }
  } finally {
    progress?.end()
  }
}

const sumBytes = (files: InputFile[]) => files.reduce((bytes, file) => bytes + file.bytes, 0)

async function importInOrder(
  db: Database,
  files: InputFile[],
  options: Omit<ImportFileOptions, 'onProgress' | 'onIdentified'>,
  progress: ImportProgress | undefined,
): Promise<FileOutcome[]> {
  const publisher = new DayPublisher(db)
  const outcomes: FileOutcome[] = []
  try {
    let finishedBytes = 0
    for (const file of files) {
      options.signal?.throwIfAborted()
      const onProgress = (share: number) => progress?.advance(finishedBytes + share * file.bytes)
      await importWithOutcome(db, publisher, file, { ...options, onProgress }, (outcome) => {
        outcomes.push(outcome)
        progress?.completeFile(outcome)
      })
      onProgress(1)
      finishedBytes += file.bytes
    }
    await publisher.flush()
    return outcomes
  } catch (error) {
    await publisher.discard()
    throw error
  }
}

async function importWithOutcome(
  db: Database,
  publisher: DayPublisher,
  file: InputFile,
  options: Omit<ImportFileOptions, 'onIdentified'>,
  complete: (outcome: FileOutcome) => void,
): Promise<void> {
  const started = performance.now()
  const settle = (result: FileResult | FileRefusal) => {
    const { path } = file
    const ms = performance.now() - started
    const outcome: FileOutcome =
      result instanceof FileRefusal
        ? { path, result: 'refused', rows: 0, reason: result.message, line: result.line, ms }
        : { path, ...result, ms }
    countImportedFile({ ...outcome, type: report.type })
    complete(outcome)
  }
  let report: Partial<Pick<LoadCandidate, 'type' | 'day'>> = {
    type: guessType(file)?.name,
    day: guessDay(file),
  }
  const onIdentified = (candidate: LoadCandidate) => {
    report = candidate
    return publisher.prepare(candidate)
  }
  try {
    const staged = await stageFile(db, file, { ...options, onIdentified })
    if ('loadId' in staged) await publisher.add(staged, settle)
    else settle(staged)
  } catch (error) {
    if (!(error instanceof FileRefusal)) throw error
    const { type, day } = report
    if (type && day) publisher.recordRefusal({ type, day, fileName: file.name })
    settle(error)
  }
}
