import { createHash } from 'node:crypto'
import { type CopyTarget, CopyWriter } from '#server/platform/db/copy.ts'
import type { Sql } from '#server/platform/db/sql.ts'
import { shareUntilCommit } from '#server/platform/db/transaction-lock.ts'
import { type Fields, type ReadOptions, readRecords } from '#server/platform/files/csv-records.ts'
import { hashBlocks, readSavedFile } from '#server/platform/files/file-content.ts'
import { FileRefusal } from '#server/platform/files/file-refusal.ts'
import type { LoadableFile, StagedFile } from './file-import.ts'
import type { ImportRun } from './import-run.ts'
import { getCopyLock, type LoadTable } from './load-table.ts'

/** Converts the lines of a file to the rows of its load. */
export interface RowFormat {
  /** `table (columns)`: the same object for all files of a type. */
  readonly copyTarget: Sql
  readonly readOptions?: ReadOptions
  /** A COPY line. Throws `InvalidFieldError`. */
  formatLine(fields: Fields): string
  /** Called once all rows are stored. @throws {FileRefusal} */
  finish?(rows: number): Promise<void> | void
}

/** Settles files that are refused; some of their rows may be stored then. Files of a type share their COPY statements. */
export async function copyFiles<File extends LoadableFile<{ result: string }>>(
  run: ImportRun,
  table: LoadTable,
  loads: readonly StagedFile<File>[],
  createFormat: (load: StagedFile<File>) => RowFormat,
): Promise<void> {
  const target = createCopyTarget(run, table)
  const writers = new Map<Sql, CopyWriter>()
  const formats = new Map<StagedFile<File>, RowFormat>()
  try {
    for (const load of loads) {
      run.signal?.throwIfAborted()
      await load.file.attempt(async () => {
        const format = createFormat(load)
        const writer = writers.get(format.copyTarget) ?? new CopyWriter(target, format.copyTarget)
        writers.set(format.copyTarget, writer)
        formats.set(load, format)
        load.rows = await copyFile(run, load, format, writer)
      })
    }
    for (const writer of writers.values()) await writer.end()
    for (const [load, format] of formats) await load.file.attempt(() => format.finish?.(load.rows))
  } finally {
    for (const writer of writers.values()) await writer.abort()
  }
}

/** The rows of a process that is killed may be stored after its other locks are gone: cleaning up waits for them. */
const createCopyTarget = ({ db, owner }: ImportRun, table: LoadTable): CopyTarget => ({
  copyIn: (into, chunk) =>
    db.transaction(async (tx) => {
      await shareUntilCommit(tx, getCopyLock(table, owner))
      await tx.copyIn(into, chunk)
    }),
})

async function copyFile(
  { signal, complete = false }: ImportRun,
  { file, sha256 }: LoadableFile<{ result: string }>,
  { formatLine, readOptions }: RowFormat,
  writer: CopyWriter,
): Promise<number> {
  const { encoding = 'utf-8', delimiter = ',' } = file.format ?? {}
  const hash = createHash('sha256')
  let rows = 0
  const { blocks, isOpenEnded } = readSavedFile({ ...file.file, encoding }, file.onCopy)
  await readRecords(
    hashBlocks(blocks, hash),
    (fields) => {
      writer.add(formatLine(fields))
      rows++
    },
    async () => {
      signal?.throwIfAborted()
      await writer.flush()
    },
    { ...readOptions, delimiter, isOpenEnded },
  )
  if (hash.digest('hex') !== sha256) throw new FileRefusal('the file changed during the import')
  // Columns cannot tell whether the last value is whole.
  if (isOpenEnded() && !complete)
    throw new FileRefusal(
      'its last line has no line break, so that it may be cut off: download it again, or import it with --complete if nothing is missing',
    )
  return rows
}
