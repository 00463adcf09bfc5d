import { createHash } from 'node:crypto'
import { CopyWriter } from '#server/platform/db/copy.ts'
import type { Database } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { createColumnLookup, readRecords } from '#server/platform/files/csv-records.ts'
import { hashBlocks, inspectFile, readLineBlocks } from '#server/platform/files/file-content.ts'
import { FileRefusal } from '#server/platform/files/file-refusal.ts'
import type { MonthFile } from './input.ts'
import { discardLoad, insertLoad, type LoadCandidate } from './loads.ts'
import { type RecognizedFile, recognizeFile } from './recognition.ts'

export interface InspectedFile extends RecognizedFile {
  sha256: string
}

/** @throws {FileRefusal} when it is damaged or not one of the monthly files */
export async function inspectMonthFile(
  { path, entryName, names, refusal }: MonthFile,
  onRead: (bytes: number) => void,
): Promise<InspectedFile> {
  if (refusal) throw refusal
  const { sha256, head } = await inspectFile(path, onRead, entryName)
  return { ...recognizeFile(head, names), sha256 }
}

/** Copied, and seen by no reader yet. */
export interface StagedLoad {
  candidate: LoadCandidate
  loadId: number
  rows: number
}

interface StageOptions {
  signal: AbortSignal | undefined
  onRead(bytes: number): void
}

/** @throws {FileRefusal} with the line; nothing of the file is left then */
export async function stageMonthFile(
  db: Database,
  file: MonthFile,
  inspected: InspectedFile,
  candidate: LoadCandidate,
  options: StageOptions,
): Promise<StagedLoad> {
  const loadId = await insertLoad(db, candidate)
  const writer = new CopyWriter(db, inspected.kind.copyTarget)
  try {
    const rows = await copyRecords(file, inspected, candidate.month, loadId, writer, options)
    await sumLoad(db, loadId)
    return { candidate, loadId, rows }
  } catch (error) {
    await writer.abort()
    await discardLoad(db, loadId)
    throw error
  }
}

async function copyRecords(
  { path, entryName }: MonthFile,
  { kind, header, headerLine, sha256 }: InspectedFile,
  month: string,
  loadId: number,
  writer: CopyWriter,
  { signal, onRead }: StageOptions,
): Promise<number> {
  const formatLine = kind.createFormatter(createColumnLookup(header), month)
  const prefix = `${loadId}\t`
  const hash = createHash('sha256')
  let rows = 0
  await readRecords(
    hashBlocks(readLineBlocks(path, onRead, entryName), hash),
    (fields) => {
      writer.add(prefix + formatLine(fields))
      rows++
    },
    async () => {
      signal?.throwIfAborted()
      await writer.flush()
    },
    { headerLine, skipsEmptyLines: true },
  )
  await writer.end()
  if (hash.digest('hex') !== sha256) throw new FileRefusal('the file changed during the import')
  return rows
}

async function sumLoad(db: Database, loadId: number): Promise<void> {
  await db.execute(
    sql`insert into month_sums (load_id, channel_id, line_count, amount)
    select load_id, channel_id, count(*), sum(amount)
    from month_lines
    where load_id = ${loadId}
    group by load_id, channel_id`,
  )
  await db.execute(
    sql`insert into month_sums (load_id, channel_id, line_count, amount)
    select load_id, channel_id, count(*), sum(withheld)
    from month_taxes
    where load_id = ${loadId}
    group by load_id, channel_id`,
  )
}
