import * as z from 'zod/mini'
import type { Database } from '#server/db/database.ts'
import { Day } from '#server/db/rows.ts'
import { sql } from '#server/db/sql.ts'
import { refreshLists } from '#server/figures/lists.ts'
import { FileRefusal } from '#server/files/file-refusal.ts'
import { type FileResult, type ImportFileOptions, importFile } from './import-file.ts'
import { type InputFile, listInputFiles } from './input-files.ts'
import { cleanUpLoads } from './load-cleanup.ts'
import { countFactsOverCapacity, vacuumAnalyze } from './maintenance.ts'

export type FileOutcome = { path: string; ms: number } & (
  | FileResult
  | { result: 'refused'; rows: 0; reason: string; line: number | undefined }
)

/** A day with only one of its two daily reports; its figures are not shown yet. */
const IncompleteDay = z.object({
  owner: z.string(),
  day: Day,
  has: z.enum(['activity', 'revenue']),
})
export type IncompleteDay = z.output<typeof IncompleteDay>

export interface ImportSummary {
  outcomes: FileOutcome[]
  incompleteDays: IncompleteDay[]
  factsOverCapacity: number | null
  ms: number
}

export interface ImportProgress {
  start(files: number, bytes: number): void
  /** `bytes`: processed so far across all files. `files`: completed so far, for callers without `completeFile`. */
  advance(bytes: number, files?: number): void
  completeFile(outcome: FileOutcome): void
  startStep(text: string): void
  end(): void
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
 * Each file is atomic, order does not matter, and a refused file does not stop the others.
 * @throws {BusyError} when another import is running
 */
export async function importFiles(
  db: Database,
  paths: readonly string[],
  { owner = 'main', created, replace = false, now = new Date(), progress, signal }: ImportOptions = {},
): Promise<ImportSummary> {
  const started = performance.now()
  const files = await listInputFiles(paths)
  return db.withLock('import', async () => {
    progress?.start(files.length, sumBytes(files))
    try {
      await cleanUpLoads(db)
      const outcomes: FileOutcome[] = []
      for (const [at, file] of files.entries()) {
        signal?.throwIfAborted()
        const finishedBytes = sumBytes(files.slice(0, at))
        const advance = (share: number) => progress?.advance(finishedBytes + share * file.bytes)
        outcomes.push(
          await importWithOutcome(db, file, { owner, created, replace, now, signal, onProgress: advance }),
        )
        advance(1)
        progress?.completeFile(outcomes[at] as FileOutcome)
      }
      progress?.startStep('Refreshing the lists')
      await refreshLists(db)
      await vacuumAnalyze(db, outcomes)
      const incompleteDays = await selectIncompleteDays(db)
      return {
        outcomes,
        incompleteDays,
        factsOverCapacity: await countFactsOverCapacity(db),
        ms: performance.now() - started,
      }
    } finally {
      progress?.end()
    }
  })
}

const sumBytes = (files: InputFile[]) => files.reduce((bytes, file) => bytes + file.bytes, 0)

async function importWithOutcome(
  db: Database,
  file: InputFile,
  options: ImportFileOptions,
): Promise<FileOutcome> {
  const started = performance.now()
  const { path } = file
  try {
    const result = await importFile(db, file, options)
    return { path, ...result, ms: performance.now() - started }
  } catch (error) {
    if (!(error instanceof FileRefusal)) throw error
    const { message, line } = error
    return { path, result: 'refused', rows: 0, reason: message, line, ms: performance.now() - started }
  }
}

const selectIncompleteDays = (db: Database): Promise<IncompleteDay[]> =>
  db.query(
    IncompleteDay,
    sql`select owner,
      day,
      min(report_type) as has
    from report_current
    where report_type in ('activity', 'revenue')
    group by owner, day
    having count(*) = 1
    order by owner, day`,
  )
