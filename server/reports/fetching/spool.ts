import { access, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { ReportResource as ManifestEntry } from '#server/reports/ingest/input-files.ts'
import { toStorageError } from './api/fetch-error.ts'
import type { FetchedReport } from './fetched-reports.ts'

// The spool folder has a folder for each owner and day, with the reports as YouTube sent them and their `reports.json`:
// what `import` takes.

const Manifest = z.object({ reports: z.array(ManifestEntry) })
const manifestName = 'reports.json'

export const getOwnerFolder = (spoolDir: string, owner: string): string => join(spoolDir, owner)

const getDayFolder = (ownerFolder: string, day: string) => join(ownerFolder, day)

const getFileName = ({ reportTypeId, day, reportId }: FetchedReport) =>
  `${reportTypeId}_${day.replaceAll('-', '')}_${reportId}.csv.gz`

/** @throws {FetchError} when the folder cannot be written */
async function translateErrors<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    throw toStorageError(error) ?? error
  }
}

/**
 * Creates the folder.
 * @returns the path at which the report is, or is to be written
 * @throws {FetchError}
 */
export const prepareSpoolFile = (
  ownerFolder: string,
  report: FetchedReport,
): Promise<{ path: string; isThere: boolean }> =>
  translateErrors(async () => {
    const folder = getDayFolder(ownerFolder, report.day)
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const path = join(folder, getFileName(report))
    const isThere = await access(path).then(
      () => true,
      () => false,
    )
    return { path, isThere }
  })

/** Adds the report to the `reports.json` of its day. @throws {FetchError} */
export const recordInManifest = (ownerFolder: string, report: FetchedReport): Promise<void> =>
  translateErrors(async () => {
    const path = join(getDayFolder(ownerFolder, report.day), manifestName)
    const others = (await readManifest(path)).filter(({ id }) => id !== report.reportId)
    const entry: z.output<typeof ManifestEntry> = {
      file: getFileName(report),
      reportTypeId: report.reportTypeId,
      id: report.reportId,
      startTime: report.startedAt,
      endTime: report.endedAt,
      createTime: report.createdAt,
    }
    const temporaryPath = `${path}.part`
    await writeFile(temporaryPath, `${JSON.stringify({ reports: [...others, entry] }, null, 2)}\n`, {
      mode: 0o600,
      flush: true,
    })
    await rename(temporaryPath, path)
  })

/** Empty when there is none, or one that a full disk has cut off. */
async function readManifest(path: string): Promise<z.output<typeof ManifestEntry>[]> {
  try {
    return z.parse(Manifest, JSON.parse(await readFile(path, 'utf8'))).reports
  } catch {
    return []
  }
}

export interface SpoolLimits {
  /** Newest report days of each owner that are kept. */
  days: number
  /** The limit applies to each owner. */
  bytes: number
}

/**
 * Deletes the oldest days beyond the limits, except `pendingDays`.
 * @returns the number of days deleted
 */
export async function pruneSpool(
  ownerFolder: string,
  { days, bytes }: SpoolLimits,
  pendingDays: ReadonlySet<string>,
): Promise<number> {
  let keptDays = 0
  let keptBytes = 0
  let deleted = 0
  for (const day of await listDays(ownerFolder)) {
    const folder = getDayFolder(ownerFolder, day)
    const size = await sumFiles(folder)
    const fits = keptDays < days && keptBytes + size <= bytes
    if (fits || pendingDays.has(day)) {
      keptDays++
      keptBytes += size
      continue
    }
    await rm(folder, { recursive: true, force: true })
    deleted++
  }
  return deleted
}

/** Newest first. */
async function listDays(ownerFolder: string): Promise<string[]> {
  const names = await readdir(ownerFolder).catch(() => [])
  return names
    .filter((name) => /^\d{4}-\d\d-\d\d$/.test(name))
    .sort()
    .reverse()
}

async function sumFiles(folder: string): Promise<number> {
  const names = await readdir(folder)
  const sizes = await Promise.all(names.map(async (name) => (await stat(join(folder, name))).size))
  return sizes.reduce((sum, size) => sum + size, 0)
}

/** Removes what a process left that was killed while it wrote. */
export async function removePartialFiles(ownerFolder: string): Promise<void> {
  for (const day of await listDays(ownerFolder)) {
    const folder = getDayFolder(ownerFolder, day)
    for (const name of await readdir(folder))
      if (name.endsWith('.part')) await rm(join(folder, name), { force: true })
  }
}
