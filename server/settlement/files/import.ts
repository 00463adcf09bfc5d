import { getMonthStart } from '#contract/reports/calendar.ts'
import type { Database } from '#server/platform/db/database.ts'
import { withLockRetry } from '#server/platform/db/lock-retry.ts'
import { vacuumAnalyze } from '#server/platform/db/vacuum.ts'
import { FileRefusal } from '#server/platform/files/file-refusal.ts'
import type { ImportProgress } from '#server/platform/files/import-progress.ts'
import { refuseUnfinishedMonth } from './file-month.ts'
import { type InspectedFile, inspectMonthFile, type StagedLoad, stageMonthFile } from './import-file.ts'
import { listMonthFiles, type MonthFile } from './input.ts'
import { cleanUpLoads, compareWithCurrent, getMonthLock, type LoadCandidate } from './loads.ts'
import { discardLoads, publishLoads } from './month-publication.ts'
import { formatMonth, type Source } from './sources.ts'

export type MonthFileOutcome = { path: string; label: string; warnings: readonly string[] } & (
  | { result: 'loaded'; source: Source; month: string; rows: number; replaced: string | null }
  | { result: 'unchanged'; source: Source; month: string; rows: number }
  | { result: 'refused'; reason: string; line: number | undefined }
)

export interface MonthImportOptions {
  owner: string
  /** First day, for files that do not say their month. */
  month?: string | undefined
  /** Import also files that were replaced before. */
  replace?: boolean | undefined
  now?: Date
  progress?: ImportProgress | undefined
  signal?: AbortSignal | undefined
}

/** Measured share of an import's time. */
const inspectShare = 0.1

/**
 * All accepted files become visible at once, in the end; refused ones do not keep the others from being imported.
 * @returns an outcome for each file, in their order
 */
export async function importMonthFiles(
  db: Database,
  paths: readonly string[],
  options: MonthImportOptions,
): Promise<MonthFileOutcome[]> {
  const { owner, progress, signal } = options
  const files = (await listMonthFiles(paths)).map((file) => new FileImport(file))
  progress?.start(files.length, sumBytes(files))
  const importOwn = async () => {
    await cleanUpLoads(db, owner)
    await importFiles(db, files, options)
    if (files.some(({ outcome }) => outcome?.result === 'loaded')) await vacuumAnalyze(db)
  }
  try {
    await withLockRetry(db, getMonthLock(owner), importOwn, {
      signal,
      onWait: () => progress?.startStep(`Waiting for another import of ${owner}`),
    })
  } finally {
    progress?.end()
  }
  return files.flatMap(({ outcome }) => outcome ?? [])
}

/** The way of a file through an import. */
class FileImport {
  readonly file: MonthFile
  inspected: InspectedFile | undefined
  month: string | undefined
  warnings: string[] = []
  staged: StagedLoad | undefined
  outcome: MonthFileOutcome | undefined

  constructor(file: MonthFile) {
    this.file = file
  }

  settle(
    result:
      | { result: 'loaded'; source: Source; month: string; rows: number; replaced: string | null }
      | { result: 'unchanged'; source: Source; month: string; rows: number }
      | FileRefusal,
  ): void {
    const { path, label } = this.file
    const given = { path, label, warnings: this.warnings }
    this.outcome =
      result instanceof FileRefusal
        ? { ...given, result: 'refused', reason: result.message, line: result.line }
        : { ...given, ...result }
  }

  /** A refusal settles the file. */
  async attempt(work: () => Promise<void> | void): Promise<void> {
    if (this.outcome) return
    try {
      await work()
    } catch (error) {
      if (!(error instanceof FileRefusal)) throw error
      this.settle(error)
    }
  }
}

const sumBytes = (files: readonly FileImport[]) => files.reduce((bytes, { file }) => bytes + file.bytes, 0)

async function importFiles(
  db: Database,
  files: readonly FileImport[],
  options: MonthImportOptions,
): Promise<void> {
  const { progress, signal } = options
  const createAdvance = (share: number) => {
    let finishedBytes = (share === inspectShare ? 0 : inspectShare) * sumBytes(files)
    return {
      onRead: (file: MonthFile) => (bytes: number) =>
        progress?.advance(finishedBytes + share * Math.min(bytes, file.bytes)),
      finish(file: MonthFile) {
        finishedBytes += share * file.bytes
      },
    }
  }
  const inspecting = createAdvance(inspectShare)
  for (const file of files) {
    signal?.throwIfAborted()
    await file.attempt(async () => {
      file.inspected = await inspectMonthFile(file.file, inspecting.onRead(file.file))
      file.warnings.push(...file.inspected.warnings)
    })
    inspecting.finish(file.file)
  }
  await settleMonths(files, options)
  await refuseConflicts(files)
  const copying = createAdvance(1 - inspectShare)
  try {
    for (const file of files) {
      signal?.throwIfAborted()
      await file.attempt(() => stageFile(db, files, file, options, copying.onRead(file.file)))
      copying.finish(file.file)
      progress?.completeFile({ path: file.file.label, result: file.outcome?.result ?? 'read' })
    }
    signal?.throwIfAborted()
  } catch (error) {
    await discardLoads(db, listStaged(files))
    throw error
  }
  await publishFiles(db, files)
}

const listStaged = (files: readonly FileImport[]) => files.flatMap(({ staged }) => staged ?? [])

/** A file that does not say its month has that of the others. */
async function settleMonths(
  files: readonly FileImport[],
  { month: givenMonth, now = new Date() }: MonthImportOptions,
): Promise<void> {
  const found = new Set(files.flatMap(({ inspected, outcome }) => (outcome ? [] : (inspected?.month ?? []))))
  const [onlyMonth] = found.size === 1 ? found : []
  for (const file of files)
    await file.attempt(() => {
      const own = file.inspected?.month
      if (own && givenMonth && own !== givenMonth)
        throw new FileRefusal(
          `it is for ${formatMonth(own)}, not for ${formatMonth(givenMonth)} as --month says`,
        )
      file.month = own ?? givenMonth ?? onlyMonth
      if (!file.month)
        throw new FileRefusal('it does not say its month: add --month, or import it with others that do')
      refuseUnfinishedMonth(getMonthStart(file.month), now)
      if (!own && !givenMonth)
        file.warnings.push(
          `it does not say its month; it was taken as of ${formatMonth(file.month)}, as the others`,
        )
    })
}

const getUnit = ({ month, inspected }: FileImport) => `${month} ${inspected?.kind.source}`

/** Which of two files counts is not for us to guess. */
async function refuseConflicts(files: readonly FileImport[]): Promise<void> {
  const units = Map.groupBy(
    files.filter(({ outcome }) => !outcome),
    getUnit,
  )
  for (const [unit, group] of units) {
    if (new Set(group.map(({ inspected }) => inspected?.sha256)).size < 2) continue
    const [month = '', source] = unit.split(' ')
    for (const file of group)
      await file.attempt(() => {
        const other = group.find(({ inspected }) => inspected?.sha256 !== file.inspected?.sha256)
        throw new FileRefusal(
          `${other?.file.label} is also ${source} of ${formatMonth(month)}, with other content: import only the one that counts`,
        )
      })
  }
}

async function stageFile(
  db: Database,
  files: readonly FileImport[],
  file: FileImport,
  { owner, replace = false, signal }: MonthImportOptions,
  onRead: (bytes: number) => void,
): Promise<void> {
  const { inspected, month } = file
  if (!inspected || month === undefined) throw new Error('The file was not inspected.')
  const { source } = inspected.kind
  const candidate: LoadCandidate = {
    owner,
    month,
    source,
    fileName: file.file.label,
    sha256: inspected.sha256,
    replace,
  }
  const twin = files.find((other) => other.staged && getUnit(other) === getUnit(file))
  if (twin?.staged) return file.settle({ result: 'unchanged', source, month, rows: twin.staged.rows })
  const { current, isUnchanged } = await compareWithCurrent(db, candidate)
  if (isUnchanged) return file.settle({ result: 'unchanged', source, month, rows: current?.rows ?? 0 })
  file.staged = await stageMonthFile(db, file.file, inspected, candidate, { signal, onRead })
}

async function publishFiles(db: Database, files: readonly FileImport[]): Promise<void> {
  const staged = files.filter((file) => file.staged)
  if (staged.length === 0) return
  try {
    const replaced = await publishLoads(db, listStaged(staged))
    for (const [at, file] of staged.entries()) {
      if (!file.staged) continue
      const { candidate, rows } = file.staged
      const { source, month } = candidate
      file.settle({ result: 'loaded', source, month, rows, replaced: replaced[at]?.fileName ?? null })
    }
  } catch (error) {
    if (!(error instanceof FileRefusal)) throw error
    for (const file of staged) file.settle(error)
  }
}
