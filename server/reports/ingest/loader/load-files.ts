import type { Queryable } from '#server/platform/db/database.ts'
import { FileRefusal } from '#server/platform/files/file-refusal.ts'
import { copyFiles, type RowFormat } from './copy-files.ts'
import type { LoadableFile, StagedFile } from './file-import.ts'
import type { ImportRun } from './import-run.ts'
import { discardLoad, type LoadTable, selectPublishedIds, sweepLoad } from './load-table.ts'

export interface Publication<Current> {
  /** Or else something newer has been published meanwhile. */
  isPublished: boolean
  replaced: Current | undefined
  refusal?: FileRefusal
}

/** Strategy for a kind of files. */
export interface LoadKind<
  Run extends ImportRun,
  Result extends { result: string },
  File extends LoadableFile<Result>,
  Current extends { loadId: number },
> {
  readonly table: LoadTable
  /** Settles files that need not be published. */
  compare(run: Run, files: readonly File[]): Promise<void>
  /** @returns the ids of the loads */
  insertLoads(db: Queryable, files: readonly File[]): Promise<number[]>
  createFormat(run: Run, file: File, loadId: number): RowFormat
  /** Makes loads current, in one short transaction. A `FileRefusal` refuses all. */
  publish(run: Run, files: readonly StagedFile<File>[]): Promise<Publication<Current>[]>
  describe(file: StagedFile<File>, publication: Publication<Current>): Result
}

/**
 * Compares files with what is published, copies them where no reader can see them, and publishes them together. Settles
 * each.
 */
export async function loadFiles<
  Run extends ImportRun,
  Result extends { result: string },
  File extends LoadableFile<Result>,
  Current extends { loadId: number },
>(run: Run, kind: LoadKind<Run, Result, File, Current>, files: readonly File[]): Promise<void> {
  await kind.compare(run, files)
  const accepted = files.filter(isOpen)
  if (accepted.length === 0) return
  const loadIds = await kind.insertLoads(run.db, accepted)
  const loads = accepted.map((file, at) => ({ ...file, loadId: loadIds[at] ?? 0, rows: 0 }))
  try {
    await copyFiles(run, kind.table, loads, (file) => kind.createFormat(run, file, file.loadId))
    run.signal?.throwIfAborted()
  } catch (error) {
    await discardLoads(run, kind.table, loads)
    throw error
  }
  await discardLoads(
    run,
    kind.table,
    loads.filter((load) => !isOpen(load)),
  )
  await publishFiles(run, kind, loads.filter(isOpen))
}

const isOpen = ({ file }: LoadableFile<{ result: string }>): boolean => !file.outcome

async function publishFiles<
  Run extends ImportRun,
  Result extends { result: string },
  File extends LoadableFile<Result>,
  Current extends { loadId: number },
>(run: Run, kind: LoadKind<Run, Result, File, Current>, loads: readonly StagedFile<File>[]): Promise<void> {
  if (loads.length === 0) return
  const publications = await publishLoads(run, kind.table, loads, () => kind.publish(run, loads)).catch(
    (error: unknown) => {
      if (!(error instanceof FileRefusal)) throw error
      return loads.map(() => ({ isPublished: false, replaced: undefined, refusal: error }))
    },
  )
  for (const [at, load] of loads.entries()) {
    const publication = publications[at] ?? { isPublished: false, replaced: undefined }
    load.file.settle(publication.refusal ?? kind.describe(load, publication))
  }
}

/** Then deletes the rows of loads that are replaced, and the loads that were not published. */
async function publishLoads<Current extends { loadId: number }>(
  run: ImportRun,
  table: LoadTable,
  loads: readonly { loadId: number }[],
  publish: () => Promise<Publication<Current>[]>,
): Promise<Publication<Current>[]> {
  try {
    const publications = await publish()
    for (const { replaced } of publications)
      if (replaced) await clearUp(run, () => sweepLoad(run.db, table, replaced.loadId))
    await discardLoads(
      run,
      table,
      loads.filter((_, at) => !publications[at]?.isPublished),
    )
    return publications
  } catch (error) {
    await discardLoads(run, table, loads)
    // The commit may have succeeded even though its reply was lost.
    const ids = loads.map(({ loadId }) => loadId)
    const publishedIds = await selectPublishedIds(run.db, table, ids)
    if (publishedIds.size === 0) throw error
    return ids.map((id) => ({ isPublished: publishedIds.has(id), replaced: undefined }))
  }
}

async function discardLoads(
  run: ImportRun,
  table: LoadTable,
  loads: readonly { loadId: number }[],
): Promise<void> {
  for (const { loadId } of loads) await clearUp(run, () => discardLoad(run.db, table, loadId))
}

/** A failure is harmless: no reader can see the rows, and the next import deletes them. */
async function clearUp({ log }: ImportRun, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    log?.warn({ err: error }, 'deleting rows of a load failed; the next import deletes them')
  }
}
