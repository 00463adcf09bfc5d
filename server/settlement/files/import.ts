import { getMonthStart } from '#contract/reports/calendar.ts'
import type { FileWay } from '#contract/settlement/final-files.ts'
import type { Database } from '#server/platform/db/database.ts'
import { FileRefusal } from '#server/platform/files/file-refusal.ts'
import { type FileOutcome, ImportMeter } from '#server/reports/ingest/loader/file-import.ts'
import { type ImportOptions, type ImportRun, runImport } from '#server/reports/ingest/loader/import-run.ts'
import { loadFiles } from '#server/reports/ingest/loader/load-files.ts'
import { formatMonth } from '#server/settlement/calendar/month.ts'
import { type LoadableMonthFile, monthFileLoader } from './file-loader.ts'
import { MonthFileImport, type MonthFileResult } from './import-file.ts'
import { monthLoads } from './loads.ts'
import { refuseUnfinishedMonth } from './reading/file-month.ts'
import { listMonthFiles } from './reading/input.ts'

export type MonthFileOutcome = FileOutcome<MonthFileResult>

export interface MonthImportOptions extends ImportOptions {
  owner: string
  /** First day, for files that do not say their month. */
  month?: string | undefined
  /** Defaults to `file`. */
  way?: FileWay
}

interface MonthImportRun extends ImportRun {
  way: FileWay
}

/**
 * All accepted files become visible at once, in the end; refused ones do not keep the others from being imported.
 * @returns an outcome for each file, in their order
 */
export async function importMonthFiles(
  db: Database,
  paths: readonly string[],
  { month, way = 'file', ...options }: MonthImportOptions,
): Promise<MonthFileOutcome[]> {
  const meter = new ImportMeter(options.progress)
  const files = (await listMonthFiles(paths)).map((file) => new MonthFileImport(file, meter))
  const run = { ...options, db, way }
  await runImport(run, monthLoads, files, () => importFiles(run, files, month))
  return files.flatMap(({ outcome }) => outcome ?? [])
}

async function importFiles(
  run: MonthImportRun,
  files: readonly MonthFileImport[],
  givenMonth: string | undefined,
): Promise<void> {
  for (const file of files) {
    run.signal?.throwIfAborted()
    await file.attempt(() => file.inspect())
  }
  await settleMonths(files, givenMonth, run.now ?? new Date())
  await refuseConflicts(files)
  const units = Map.groupBy(
    files.flatMap((file) => toLoadable(run, file) ?? []),
    ({ file }) => getUnit(file),
  )
  const loadable = [...units.values()].flatMap((group) => group.slice(0, 1))
  await loadFiles(run, monthFileLoader, loadable)
  for (const group of units.values()) settleTwins(group)
}

function toLoadable(
  { owner, way, replace = false }: MonthImportRun,
  file: MonthFileImport,
): LoadableMonthFile | undefined {
  const { inspected, month, outcome } = file
  if (!inspected || month === undefined || outcome) return undefined
  const { sha256 } = inspected
  const { source } = inspected.kind
  const candidate = { owner, month, source, fileName: file.file.name, sha256, way, replace }
  return { file, inspected, candidate, sha256 }
}

/** Files with the same content as the first one, which was loaded. */
function settleTwins([first, ...twins]: readonly LoadableMonthFile[]): void {
  const outcome = first?.file.outcome
  for (const { file, candidate } of twins) {
    const { source, month } = candidate
    if (outcome?.result === 'refused') file.settle(new FileRefusal(outcome.reason, outcome.line))
    else file.settle({ result: 'unchanged', source, month, rows: outcome?.rows ?? 0 })
  }
}

/** A file that does not say its month has that of the others. */
async function settleMonths(
  files: readonly MonthFileImport[],
  givenMonth: string | undefined,
  now: Date,
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
      file.month = own ?? givenMonth ?? onlyMonth ?? file.inspected?.monthOfLines
      if (!file.month)
        throw new FileRefusal('it does not state its month: add --month, or import it with files that do')
      refuseUnfinishedMonth(getMonthStart(file.month), now)
      if (!own && !givenMonth)
        file.warnings.push(
          `it does not state its month; ${formatMonth(file.month)} was assumed, as for the others`,
        )
    })
}

const getUnit = ({ month, inspected }: MonthFileImport) => `${month} ${inspected?.kind.source}`

/** Duplicate files are refused, because we cannot know which one counts. */
async function refuseConflicts(files: readonly MonthFileImport[]): Promise<void> {
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
          `${other?.file.name} is also ${source} of ${formatMonth(month)}, with other content: import only the one that counts`,
        )
      })
  }
}
