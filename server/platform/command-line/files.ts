import { access, open, rename, rm, unlink, writeFile } from 'node:fs/promises'
import { basename, dirname, resolve } from 'node:path'
import type { Database, Queryable } from '#server/platform/db/database.ts'
import { describeFullDisk, isDiskFull } from '#server/platform/disk-full.ts'
import { FileRefusal } from '#server/platform/files/file-refusal.ts'
import { type CommandContext, OperatorError, UsageError } from './command.ts'
import { formatCount } from './format.ts'
import { type Column, toCsv } from './table.ts'

export async function withFileErrors<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (isDiskFull(error)) throw error
    if (error instanceof FileRefusal) throw new OperatorError(`${name}: ${error.message}.`)
    const { code, syscall, path } = error as NodeJS.ErrnoException
    if (syscall === undefined || code === undefined) throw error
    throw new OperatorError(`${path ?? name} cannot be read or written (${code}).`)
  }
}

/** @throws {OperatorError} */
export const parseInputFile = <Result>(
  { cwd }: Pick<CommandContext, 'cwd'>,
  name: string,
  maxBytes: number,
  parse: (bytes: Buffer) => Result,
): Promise<Result> =>
  withFileErrors(name, async () => {
    await using file = await open(resolve(cwd, name))
    const { size } = await file.stat()
    if (size > maxBytes) throw new FileRefusal(`it is larger than ${maxBytes / 1024 / 1024} MiB`)
    return parse(await file.readFile())
  })

/** Never overwrites, and leaves no half of a file. @returns the name of the file @throws {OperatorError} */
export async function writeNewFile(
  path: string,
  content: Uint8Array | AsyncIterable<string>,
): Promise<string> {
  try {
    // Only the operator may read the file: it holds people's addresses and amounts.
    await writeFile(path, content, { flag: 'wx', mode: 0o600, flush: true })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code !== 'EEXIST') await rm(path, { force: true })
    if (code === undefined) throw error
    if (isDiskFull(error)) throw new OperatorError(describeFullDisk(`files in ${dirname(path)}`))
    throw new OperatorError(
      code === 'EEXIST'
        ? `${path} already exists; nothing is overwritten.`
        : `${path} cannot be written (${code}).`,
    )
  }
  return basename(path)
}

interface Written<Result> {
  /** Null: there is nothing to write. */
  bytes: Uint8Array | null
  result: Result
}

/**
 * Writes what a transaction makes: the whole file is on the disk before the transaction ends, and gets its name afterwards. So
 * no file tells of what was not recorded, and what is recorded has its file, at worst as `.part`. Never overwrites.
 * @returns the name of the file; null: there was nothing to write
 * @throws {OperatorError}
 */
export async function writeFileBeforeCommit<Result>(
  db: Database,
  path: string,
  work: (tx: Queryable) => Promise<Written<Result>>,
): Promise<{ name: string | null; result: Result }> {
  const part = `${path}.part`
  await requireAbsent(path, 'nothing is overwritten.')
  await requireAbsent(part, 'an earlier command was interrupted while it wrote it.')
  let isWritten = false
  const result = await db
    .transaction(async (tx) => {
      const written = await work(tx)
      if (written.bytes === null) return written.result
      await writeNewFile(part, written.bytes)
      isWritten = true
      return written.result
    })
    .catch(async (error) => {
      if (isWritten) await unlink(part)
      throw error
    })
  if (!isWritten) return { name: null, result }
  await rename(part, path)
  return { name: basename(path), result }
}

/** @throws {OperatorError} */
async function requireAbsent(path: string, why: string): Promise<void> {
  const isThere = await access(path).then(
    () => true,
    () => false,
  )
  if (isThere) throw new OperatorError(`${path} already exists; ${why}`)
}

/** @throws {UsageError} */
export function requireOneFormat({ csv, json }: { csv: string | true | undefined; json: boolean }): void {
  if (csv !== undefined && json) throw new UsageError('Choose --csv or --json.')
}

interface TableFile {
  /** True: under the name of the table. */
  csv: string | true
  /** Undefined parts are left out. */
  name: readonly (string | undefined)[]
  /** What a row is. */
  row?: string
}

/** @throws {OperatorError} */
export async function writeTable<Row>(
  { cwd, print }: Pick<CommandContext, 'cwd' | 'print'>,
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  { csv, name, row = 'row' }: TableFile,
): Promise<void> {
  const { generateCsv, toSafeFileName } = await import('#server/platform/http/response/csv.ts')
  const fileName = `${name.filter((part) => part !== undefined).join('_')}.csv`
  const table = toCsv(rows, columns)
  const path = resolve(cwd, csv === true ? toSafeFileName(fileName) : csv)
  print(
    `${await writeNewFile(path, generateCsv({ ...table, fileName, rows: yieldOnce(table.rows) }))}: ${formatCount(rows.length, row)}`,
  )
}

async function* yieldOnce<Value>(value: Value): AsyncGenerator<Value> {
  yield value
}
