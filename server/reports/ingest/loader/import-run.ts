import type { Database } from '#server/platform/db/database.ts'
import { withLockRetry } from '#server/platform/db/lock-retry.ts'
import { vacuumAnalyze } from '#server/platform/db/vacuum.ts'
import type { ImportProgress } from '#server/platform/files/import-progress.ts'
import type { Log } from '#server/platform/log.ts'
import type { FileImport, ImportedFile } from './file-import.ts'
import { cleanUpLoads, type LoadTable } from './load-table.ts'

export interface ImportOptions {
  /** Import also what is refused otherwise, because it was replaced or should be the same. */
  replace?: boolean | undefined
  /** Files without a line break at their end are whole. */
  complete?: boolean | undefined
  now?: Date
  progress?: ImportProgress | undefined
  signal?: AbortSignal | undefined
  log?: Pick<Log, 'warn'> | undefined
}

export interface ImportRun extends ImportOptions {
  db: Database
  owner: string
}

/** Waits while other files of the owner are imported. `work` settles all files. */
export async function runImport(
  { db, owner, progress, signal }: ImportRun,
  table: LoadTable,
  files: readonly FileImport<ImportedFile, { result: string }>[],
  work: () => Promise<void>,
): Promise<void> {
  progress?.start(
    files.length,
    files.reduce((bytes, { file }) => bytes + file.bytes, 0),
  )
  const importOwn = async () => {
    await cleanUpLoads(db, table, owner)
    await work()
    const results = new Set(files.map(({ outcome }) => outcome?.result))
    if (results.has('loaded') || results.has('refused')) await vacuumAnalyze(db)
  }
  try {
    await withLockRetry(db, table.getLock(owner), importOwn, {
      signal,
      onWait: () => progress?.startStep(`Waiting for another import of ${owner}`),
    })
  } finally {
    progress?.end()
  }
}
