import { createHash } from 'node:crypto'
import type { Database } from '#server/db/connect.ts'
import type { FoundFile } from './collect.ts'
import { inspect, readLines } from './content.ts'
import { Slices } from './copy.ts'
import { BadValue } from './fields.ts'
import { type Candidate, insertLoad, noteReissue, selectCurrent, weigh } from './loads.ts'
import { publish } from './publish.ts'
import { recognise } from './recognise.ts'
import { columnsOf, readHead, readRecords } from './records.ts'
import { FileRefused, shown } from './refused.ts'
import { dayOfFile, readDay } from './report-day.ts'
import type { Fields, ReportType } from './report-type.ts'
import { ensureMonths } from './rollups.ts'
import { discardLoad } from './sweep.ts'

export interface FileResult {
  result: 'loaded' | 'unchanged' | 'older'
  type: ReportType['name']
  day: string
  rows: number
}

export interface FileOptions {
  owner: string
  /** When the report was created, for files of which `reports.json` does not say it. */
  created: Date | undefined
  signal: AbortSignal | undefined
  /** Hears how much of the file's work is done, 0 to 1. */
  reach(share: number): void
}

/** Looking a file through takes about this part of its time. */
const inspectShare = 0.1

/**
 * Takes one file in, whole or not at all.
 * @throws {FileRefused} when something is wrong with it
 */
export async function importFile(db: Database, file: FoundFile, options: FileOptions): Promise<FileResult> {
  if (file.refused) throw file.refused
  const share = (bytes: number) => (file.bytes === 0 ? 1 : bytes / file.bytes)
  const { sha256, head } = await inspect(file.path, (bytes) => options.reach(inspectShare * share(bytes)))
  const { header, first } = readHead(head)
  const type = recognise(file.name, file.resource?.reportTypeId, header)
  const candidate: Candidate = {
    type: type.name,
    owner: options.owner,
    day: dayOfFile(file, type, header, first),
    reportId: file.resource?.id ?? null,
    createTime: file.resource ? new Date(file.resource.createTime) : (options.created ?? file.writtenAt),
    fileName: file.name,
    sha256,
  }
  const current = await selectCurrent(db, candidate)
  const verdict = weigh(candidate, current)
  const told = { type: type.name, day: candidate.day, rows: current?.rows ?? 0 }
  if (verdict === 'unchanged') return { ...told, result: 'unchanged' }
  if (type.name !== 'metadata') {
    if (verdict === 'older') return { ...told, result: 'older' }
    if (verdict === 'again') {
      if (current) await noteReissue(db, current.loadId, candidate)
      return { ...told, result: 'unchanged' }
    }
  }
  const read = (bytes: number) => options.reach(inspectShare + (1 - inspectShare) * share(bytes))
  const rows = await load(db, file, type, header, candidate, { ...options, read })
  return { ...told, rows: rows.count, result: rows.counts ? 'loaded' : 'older' }
}

interface LoadOptions {
  signal: AbortSignal | undefined
  read(bytes: number): void
}

/** Stores the rows in slices that nobody sees, then lets them count. */
async function load(
  db: Database,
  file: FoundFile,
  type: ReportType,
  header: Fields,
  candidate: Candidate,
  options: LoadOptions,
): Promise<{ count: number; counts: boolean }> {
  if (type.dated) await ensureMonths(db, [candidate.day])
  const loadId = await insertLoad(db, candidate)
  const count = await fill(db, file, type, header, candidate, loadId, options)
  return { count, counts: await publish(db, candidate, loadId, count) }
}

/** Stores the rows of a load, or takes the load back. */
async function fill(
  db: Database,
  file: FoundFile,
  type: ReportType,
  header: Fields,
  candidate: Candidate,
  loadId: number,
  options: LoadOptions,
): Promise<number> {
  const slices = new Slices(db, type.into)
  try {
    return await copyRecords(file, type, header, candidate, loadId, slices, options)
  } catch (error) {
    await slices.abandon()
    await discardLoad(db, loadId, candidate.day)
    throw error
  }
}

async function copyRecords(
  file: FoundFile,
  type: ReportType,
  header: Fields,
  candidate: Candidate,
  loadId: number,
  slices: Slices,
  { signal, read }: LoadOptions,
): Promise<number> {
  const at = columnsOf(header)
  const lineOf = type.lines(at)
  const checkDay = type.dated ? dayCheck(at('date'), candidate.day) : undefined
  const prefix = type.dated ? `${candidate.day}\t${loadId}\t` : `${loadId}\t`
  const hash = createHash('sha256')
  let count = 0
  await readRecords(
    hashed(readLines(file.path, read), hash),
    (fields) => {
      checkDay?.(fields)
      slices.add(prefix + lineOf(fields))
      count++
    },
    async () => {
      signal?.throwIfAborted()
      await slices.flush()
    },
  )
  await slices.end()
  if (hash.digest('hex') !== candidate.sha256)
    throw new FileRefused('the file was changed while it was being read')
  const said = file.resource?.rows
  if (said !== undefined && said !== count) {
    throw new FileRefused(
      `it has ${count} rows, but reports.json says ${said}: it is cut off or not this report`,
    )
  }
  return count
}

async function* hashed(blocks: AsyncIterable<Buffer>, hash: ReturnType<typeof createHash>) {
  for await (const block of blocks) {
    hash.update(block)
    yield block
  }
}

/** Refuses a line of another day than the file's. */
function dayCheck(column: number, day: string): (fields: Fields) => void {
  let known = ''
  return (fields) => {
    const text = fields[column] ?? ''
    if (text === known) return
    const found = readDay(text)
    if (!found) throw new BadValue(`date is ${shown(text)}, not a day (YYYYMMDD)`)
    if (found !== day)
      throw new BadValue(`the line is of ${found}, the file is of ${day}; a file holds one day`)
    known = text
  }
}
