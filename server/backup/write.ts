import { createHash } from 'node:crypto'
import { type FileHandle, link, open, rename, rm, stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type { Database, View } from '#server/db/connect.ts'
import { BackupRefused, type Counts, type Head, type Part } from './format.ts'
import { selectBlocks, selectSequences, selectTables, sliceOf, type Table } from './tables.ts'

export interface Written {
  tables: number
  rows: number
  /** Of the file. */
  bytes: number
  ms: number
}

/** Half a mebibyte, of which COPY's text is about as much. */
const blocksAtOnce = 64

/**
 * Writes everything to a file that is not there yet, as it is at one moment; what is cut off leaves no file.
 * @throws {BackupRefused} when there is a file already
 */
export async function writeBackup(db: Database, path: string, signal?: AbortSignal): Promise<Written> {
  const started = performance.now()
  if (await isThere(path)) throw new BackupRefused(`${path} is there already; nothing is overwritten.`)
  const partial = `${path}.partial`
  const file = await create(partial)
  try {
    const counts = await db.view((view) => fill(file, view, db.engine, signal))
    await file.sync()
    const { size } = await file.stat()
    await file.close()
    await publish(partial, path)
    const rows = Object.values(counts.rows)
    return {
      tables: rows.length,
      rows: rows.reduce((sum, count) => sum + count, 0),
      bytes: size,
      ms: performance.now() - started,
    }
  } catch (error) {
    await file.close()
    await rm(partial, { force: true })
    throw error
  }
}

const isThere = (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  )

/** For its own user only: it is as secret as the database. */
async function create(partial: string): Promise<FileHandle> {
  try {
    return await open(partial, 'wx', 0o600)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST')
      throw new BackupRefused(`The file cannot be made: ${(error as Error).message}`)
    throw new BackupRefused(
      `${partial} is there: another backup is being written, or was killed; then remove it.`,
    )
  }
}

/** Gives the file its name, which nobody else may have taken meanwhile. */
async function publish(partial: string, path: string): Promise<void> {
  try {
    await link(partial, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST')
      throw new BackupRefused(`${path} is there already; nothing is overwritten.`)
    // Not every file system has links.
    return rename(partial, path)
  }
  await rm(partial)
}

async function fill(
  file: FileHandle,
  view: View,
  engine: string,
  signal: AbortSignal | undefined,
): Promise<Counts> {
  const counts: Counts = { rows: {}, sequences: {} }
  const plain = Readable.from(signed(parts(view, engine, counts)), { objectMode: false })
  const keep = async (packed: AsyncIterable<Uint8Array>) => {
    for await (const chunk of packed) await file.appendFile(chunk)
  }
  await pipeline(plain, createGzip(), keep, { ...(signal && { signal }) }).catch((error: unknown) => {
    signal?.throwIfAborted()
    throw error
  })
  return counts
}

/** Everything of a backup but its last line; counts what it has given. */
async function* parts(view: View, engine: string, counts: Counts): AsyncGenerator<Uint8Array> {
  yield lineOf(await head(view, engine))
  for (const table of await selectTables(view)) {
    yield lineOf({ table: table.name, columns: table.columns })
    counts.rows[table.name] = 0
    for await (const chunk of slices(view, table)) {
      counts.rows[table.name] = (counts.rows[table.name] ?? 0) + linesIn(chunk)
      yield lineOf({ bytes: chunk.byteLength })
      yield chunk
    }
  }
  counts.sequences = await selectSequences(view)
  yield lineOf(counts)
}

async function head(view: View, engine: string): Promise<Head> {
  const migrations = await view.query<{ name: string; sha256: string }>(
    'select name, sha256 from migrations order by name',
  )
  return { format: 'hookline backup', version: 1, engine, madeAt: new Date().toISOString(), migrations }
}

async function* slices(view: View, table: Table): AsyncGenerator<Uint8Array> {
  const blocks = await selectBlocks(view, table)
  for (let from = 0; from < blocks; from += blocksAtOnce) {
    const chunk = await view.copyOut(sliceOf(table, from, from + blocksAtOnce))
    if (chunk.byteLength > 0) yield chunk
  }
}

/** Behind everything, its digest. */
async function* signed(parts: AsyncGenerator<Uint8Array>): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256')
  for await (const part of parts) {
    hash.update(part)
    yield part
  }
  yield lineOf({ sha256: hash.digest('hex') })
}

const lineOf = (line: Head | Part) => Buffer.from(`${JSON.stringify(line)}\n`)

/** COPY writes a line break within a value as two other characters. */
function linesIn(chunk: Uint8Array): number {
  let lines = 0
  for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, at + 1)) lines++
  return lines
}
