import { createHash } from 'node:crypto'
import { type FileHandle, link, open, rename, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import * as z from 'zod/mini'
import type { Database, Snapshot } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { describeFullDisk, isDiskFull } from '#server/platform/disk-full.ts'
import { refuseCluster } from './cluster.ts'
import { BackupError, type BackupHeader, type BackupRecord, type CountsRecord } from './format.ts'
import { createBlockSelect, selectBlockCount, selectSequences, selectTables, type Table } from './tables.ts'

export interface BackupResult {
  tables: number
  rows: number
  bytes: number
  ms: number
}

/** Half a mebibyte; COPY's text is about as large. */
const blocksPerChunk = 64

/** Atomically writes a consistent snapshot. @throws {BackupError} when the file exists */
export async function writeBackup(db: Database, path: string, signal?: AbortSignal): Promise<BackupResult> {
  const started = performance.now()
  await refuseCluster(
    db,
    'The tables are distributed over a Citus cluster, of which one file cannot be a consistent snapshot. Back up all nodes ' +
      'with the tools of PostgreSQL: see docs/operating/upkeep/cluster.md.',
  )
  if (await fileExists(path)) throw new BackupError(`${path} already exists; nothing is overwritten.`)
  const partial = `${path}.partial`
  const file = await createPartialFile(partial)
  try {
    const counts = await db.readSnapshot((view) => writeRecords(file, view, db.engine, signal))
    await file.sync()
    const { size } = await file.stat()
    await file.close()
    await publishFile(partial, path)
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
    if (isDiskFull(error)) throw new BackupError(describeFullDisk(`the backup in ${dirname(path)}`))
    throw error
  }
}

const fileExists = (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  )

/** Owner-only: as confidential as the database. */
async function createPartialFile(partial: string): Promise<FileHandle> {
  try {
    return await open(partial, 'wx', 0o600)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST')
      throw new BackupError(`The file cannot be created: ${(error as Error).message}`)
    throw new BackupError(
      `${partial} exists: another backup is running, or was killed; in that case remove the file.`,
    )
  }
}

/** Never overwrites a file created in the meantime. */
async function publishFile(partial: string, path: string): Promise<void> {
  try {
    await link(partial, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST')
      throw new BackupError(`${path} already exists; nothing is overwritten.`)
    // Some file systems lack hard links.
    return rename(partial, path)
  }
  await rm(partial)
}

async function writeRecords(
  file: FileHandle,
  view: Snapshot,
  engine: string,
  signal: AbortSignal | undefined,
): Promise<CountsRecord> {
  const counts: CountsRecord = { rows: {}, sequences: {} }
  const records = Readable.from(appendDigest(generateRecords(view, engine, counts)), { objectMode: false })
  const appendChunks = async (chunks: AsyncIterable<Uint8Array>) => {
    for await (const chunk of chunks) await file.appendFile(chunk)
  }
  await pipeline(records, createGzip(), appendChunks, { ...(signal && { signal }) }).catch(
    (error: unknown) => {
      signal?.throwIfAborted()
      throw error
    },
  )
  return counts
}

async function* generateRecords(
  view: Snapshot,
  engine: string,
  counts: CountsRecord,
): AsyncGenerator<Uint8Array> {
  yield serializeLine(await createHeader(view, engine))
  for (const table of await selectTables(view)) {
    yield serializeLine({ table: table.name, columns: table.columns })
    counts.rows[table.name] = 0
    for await (const chunk of copyTableChunks(view, table)) {
      counts.rows[table.name] = (counts.rows[table.name] ?? 0) + countLines(chunk)
      yield serializeLine({ bytes: chunk.byteLength })
      yield chunk
    }
  }
  counts.sequences = await selectSequences(view)
  yield serializeLine(counts)
}

const MigrationRow = z.object({ name: z.string(), sha256: z.string() })

async function createHeader(view: Snapshot, engine: string): Promise<BackupHeader> {
  const migrations = await view.query(MigrationRow, sql`select name, sha256 from migrations order by name`)
  return { format: 'hookline backup', version: 1, engine, madeAt: new Date().toISOString(), migrations }
}

async function* copyTableChunks(view: Snapshot, table: Table): AsyncGenerator<Uint8Array> {
  const blocks = await selectBlockCount(view, table)
  for (let from = 0; from < blocks; from += blocksPerChunk) {
    const chunk = await view.copyOut(createBlockSelect(table, from, from + blocksPerChunk))
    if (chunk.byteLength > 0) yield chunk
  }
}

async function* appendDigest(parts: AsyncGenerator<Uint8Array>): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256')
  for await (const part of parts) {
    hash.update(part)
    yield part
  }
  yield serializeLine({ sha256: hash.digest('hex') })
}

const serializeLine = (line: BackupHeader | BackupRecord) => Buffer.from(`${JSON.stringify(line)}\n`)

/** COPY escapes line breaks within values. */
function countLines(chunk: Uint8Array): number {
  let lines = 0
  for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, at + 1)) lines++
  return lines
}
