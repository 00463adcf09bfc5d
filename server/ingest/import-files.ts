import type { Database } from '#server/db/connect.ts'
import { collect, type FoundFile } from './collect.ts'
import { type FileOptions, type FileResult, importFile } from './import-file.ts'
import { refreshLists } from './lists.ts'
import { FileRefused } from './refused.ts'
import { sweepLoads } from './sweep.ts'
import { overload, tidy } from './tidy.ts'

/** What became of a file. */
export type FileOutcome = { path: string; ms: number } & (
  | FileResult
  | { result: 'refused'; rows: 0; reason: string; line: number | undefined }
)

/** A day of which one of the two daily reports is missing: it is not shown yet. */
export interface HalfDay {
  owner: string
  day: string
  has: 'activity' | 'revenue'
}

export interface ImportSummary {
  outcomes: FileOutcome[]
  halfDays: HalfDay[]
  /** The facts that count, where they are more than the embedded database is comfortable with. */
  tooManyFacts: number | null
  ms: number
}

/** Hears how an import goes on. */
export interface Progress {
  begin(files: number, bytes: number): void
  /** Bytes of all files that are done, and how many files where that is not told by `done`. */
  reach(bytes: number, files?: number): void
  done(outcome: FileOutcome): void
  /** What is being done after the files. */
  step(text: string): void
  end(): void
}

export interface ImportOptions {
  owner?: string
  /** When the reports were created, for files of which `reports.json` does not say it. */
  created?: Date | undefined
  progress?: Progress | undefined
  signal?: AbortSignal | undefined
}

/**
 * Takes report files in: files as they are named, of folders their `.csv` and `.csv.gz` files. Each file counts whole
 * or not at all, in whichever order they come; a refused one does not stop the others.
 * @throws {BusyError} when another import is under way
 */
export async function importFiles(
  db: Database,
  paths: readonly string[],
  { owner = 'main', created, progress, signal }: ImportOptions = {},
): Promise<ImportSummary> {
  const started = performance.now()
  const files = await collect(paths)
  return db.exclusive('import', async () => {
    progress?.begin(files.length, sum(files))
    try {
      await sweepLoads(db)
      const outcomes: FileOutcome[] = []
      for (const [at, file] of files.entries()) {
        signal?.throwIfAborted()
        const before = sum(files.slice(0, at))
        const reach = (share: number) => progress?.reach(before + share * file.bytes)
        outcomes.push(await outcomeOf(db, file, { owner, created, signal, reach }))
        reach(1)
        progress?.done(outcomes[at] as FileOutcome)
      }
      progress?.step('Building the lists of videos')
      await refreshLists(db)
      await tidy(db, outcomes)
      const halfDays = await selectHalfDays(db)
      return { outcomes, halfDays, tooManyFacts: await overload(db), ms: performance.now() - started }
    } finally {
      progress?.end()
    }
  })
}

const sum = (files: FoundFile[]) => files.reduce((bytes, file) => bytes + file.bytes, 0)

async function outcomeOf(db: Database, file: FoundFile, options: FileOptions): Promise<FileOutcome> {
  const started = performance.now()
  const { path } = file
  try {
    const result = await importFile(db, file, options)
    return { path, ...result, ms: performance.now() - started }
  } catch (error) {
    if (!(error instanceof FileRefused)) throw error
    const { message, line } = error
    return { path, result: 'refused', rows: 0, reason: message, line, ms: performance.now() - started }
  }
}

const selectHalfDays = (db: Database): Promise<HalfDay[]> =>
  db.query<HalfDay>(
    `select owner,
      day,
      min(report_type) as has
    from report_current
    where report_type in ('activity', 'revenue')
    group by owner, day
    having count(*) = 1
    order by owner, day`,
  )
