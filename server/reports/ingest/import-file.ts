import { createHash } from 'node:crypto'
import { CopyWriter } from '#server/platform/db/copy.ts'
import type { Database } from '#server/platform/db/database.ts'
import {
  createColumnLookup,
  type Fields,
  parseHead,
  readRecords,
} from '#server/platform/files/csv-records.ts'
import { parseDay } from '#server/platform/files/day.ts'
import { InvalidFieldError } from '#server/platform/files/fields.ts'
import { hashBlocks, inspectFile, readLineBlocks } from '#server/platform/files/file-content.ts'
import { FileRefusal, quoteValue } from '#server/platform/files/file-refusal.ts'
import { ensureMonthPartitions } from '#server/reports/ingest/types/facts.ts'
import type { InputFile } from './input-files.ts'
import { discardLoad } from './load-cleanup.ts'
import {
  compareIssue,
  insertLoad,
  type LoadCandidate,
  recordFile,
  recordReissue,
  refuseReportOfOther,
  selectCurrentLoad,
  selectImportedFile,
} from './loads.ts'
import type { StagedLoad } from './publish.ts'
import { findReportDay, getCreateTime } from './report-day.ts'
import { detectReportType } from './type-detection.ts'
import type { ReportType } from './types/report-type.ts'

export interface FileResult {
  result: 'loaded' | 'unchanged' | 'older'
  type: ReportType['name']
  day: string
  rows: number
  /** What was imported although it should not be there, with the number of lines. */
  warnings: readonly string[]
}

export interface ImportFileOptions {
  owner: string
  /** Fallback when `reports.json` has no creation time; the default is the file's modification time. */
  created: Date | undefined
  /** Replace a report of the same id or creation time that has other content. */
  replace: boolean
  now: Date
  signal: AbortSignal | undefined
  onProgress(share: number): void
  /** Called as soon as the report is known, before it is compared with what was published. */
  onIdentified(candidate: LoadCandidate): Promise<void>
}

/** Measured share of an import's time. */
const inspectShare = 0.1

/**
 * Copies the file, for `publishLoads` to publish, unless there is nothing to publish.
 * @throws {FileRefusal} when the file is invalid; nothing of it is left then
 */
export async function stageFile(
  db: Database,
  file: InputFile,
  options: ImportFileOptions,
): Promise<FileResult | StagedLoad> {
  if (file.refusal) throw file.refusal
  const isGivenAsItIs = !options.replace && options.created === undefined
  const imported = isGivenAsItIs ? await selectImportedFile(db, options.owner, file) : undefined
  if (imported) return { ...imported, warnings: [], result: 'unchanged' }
  const toShare = (bytes: number) => (file.bytes === 0 ? 1 : bytes / file.bytes)
  const { sha256, head } = await inspectFile(file.path, (bytes) =>
    options.onProgress(inspectShare * toShare(bytes)),
  )
  const { header, first } = parseHead(head)
  const type = detectReportType(file.name, file.resource?.reportTypeId, header)
  const candidate: LoadCandidate = {
    type: type.name,
    owner: options.owner,
    day: findReportDay(file, type, header, first, options.now),
    reportId: file.resource?.id ?? null,
    createTime: getCreateTime(file, options.created),
    fileName: file.name,
    fileBytes: file.bytes,
    fileModifiedAt: file.modifiedAt,
    sha256,
    replace: options.replace,
  }
  await options.onIdentified(candidate)
  // Reports without lines are all alike.
  if (first) await refuseReportOfOther(db, candidate)
  const current = await selectCurrentLoad(db, candidate)
  const comparison = compareIssue(candidate, current)
  const summary = { type: type.name, day: candidate.day, rows: current?.rows ?? 0, warnings: [] }
  if (comparison === 'unchanged') {
    if (current) await recordFile(db, current.loadId, candidate)
    return { ...summary, result: 'unchanged' }
  }
  if (type.name !== 'metadata') {
    if (comparison === 'older') return { ...summary, result: 'older' }
    if (comparison === 'reissued') {
      if (current) {
        await recordReissue(db, current.loadId, candidate)
        await recordFile(db, current.loadId, candidate)
      }
      return { ...summary, result: 'unchanged' }
    }
  }
  const onRead = (bytes: number) => options.onProgress(inspectShare + (1 - inspectShare) * toShare(bytes))
  if (type.hasDayColumn) await ensureMonthPartitions(db, [candidate.day])
  const loadId = await insertLoad(db, candidate)
  const copied = await copyFile(db, file, type, header, candidate, loadId, { ...options, onRead })
  return { candidate, loadId, ...copied }
}

interface LoadFileOptions {
  signal: AbortSignal | undefined
  onRead(bytes: number): void
}

interface CopiedRecords {
  rows: number
  warnings: string[]
}

async function copyFile(
  db: Database,
  file: InputFile,
  type: ReportType,
  header: Fields,
  candidate: LoadCandidate,
  loadId: number,
  options: LoadFileOptions,
): Promise<CopiedRecords> {
  const writer = new CopyWriter(db, type.copyTarget)
  try {
    return await copyRecords(file, type, header, candidate, loadId, writer, options)
  } catch (error) {
    await writer.abort()
    await discardLoad(db, loadId, candidate.day)
    throw error
  }
}

async function copyRecords(
  file: InputFile,
  type: ReportType,
  header: Fields,
  candidate: LoadCandidate,
  loadId: number,
  writer: CopyWriter,
  { signal, onRead }: LoadFileOptions,
): Promise<CopiedRecords> {
  const columnIndex = createColumnLookup(header)
  const warnedLines = new Map<string, number>()
  const formatLine = type.createLineFormatter(columnIndex, (warning) =>
    warnedLines.set(warning, (warnedLines.get(warning) ?? 0) + 1),
  )
  const checkDay = type.hasDayColumn ? createDayCheck(columnIndex('date'), candidate.day) : undefined
  const prefix = type.hasDayColumn ? `${candidate.day}\t${loadId}\t` : `${loadId}\t`
  const hash = createHash('sha256')
  let rows = 0
  await readRecords(
    hashBlocks(readLineBlocks(file.path, onRead), hash),
    (fields) => {
      checkDay?.(fields)
      writer.add(prefix + formatLine(fields))
      rows++
    },
    async () => {
      signal?.throwIfAborted()
      await writer.flush()
    },
  )
  await writer.end()
  if (hash.digest('hex') !== candidate.sha256) throw new FileRefusal('the file changed during the import')
  const expectedRows = file.resource?.rows
  if (expectedRows !== undefined && expectedRows !== rows) {
    throw new FileRefusal(
      `it has ${rows} rows, but reports.json says ${expectedRows}: it is truncated or a different report`,
    )
  }
  return {
    rows,
    warnings: Array.from(warnedLines, ([warning, lines]) => `${warning} in ${lines} of ${rows} lines`),
  }
}

function createDayCheck(column: number, day: string): (fields: Fields) => void {
  let known = ''
  return (fields) => {
    const text = fields[column] ?? ''
    if (text === known) return
    const found = parseDay(text)
    if (!found) throw new InvalidFieldError(`date is ${quoteValue(text)}, not a day (YYYYMMDD)`)
    if (found !== day)
      throw new InvalidFieldError(`the line is for ${found}, the file is for ${day}; a file holds one day`)
    known = text
  }
}
