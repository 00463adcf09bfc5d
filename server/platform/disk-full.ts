import { statfs } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import type { Config } from './config.ts'
import { ExpectedError } from './expected-error.ts'

/** `disk_full` of PostgreSQL, and what the operating system says: no space, or a quota that is used up. */
const databaseCode = '53100'
const fileCodes = ['ENOSPC', 'EDQUOT']

const getCode = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : ''

export const isDiskFull = (error: unknown): boolean =>
  [databaseCode, ...fileCodes].includes(getCode(error)) ||
  (error instanceof Error && error.cause !== undefined && isDiskFull(error.cause))

/** Transactions and whole files only: nothing is half done. */
export const describeFullDisk = (place: string): string =>
  `The disk is full: there is no space left for ${place}. Nothing is lost: what was finished stays, and the rest was undone. ` +
  'Free some space there, then repeat it.'

type Folders = Pick<Config, 'dataDir' | 'mediaDir' | 'trackFilesDir' | 'databaseUrl'> & {
  reporting: Pick<Config['reporting'], 'spoolDir'>
}

/** @returns an error that says what to do in place of one of a full disk; any other error as it is */
export async function explainDiskFull(error: unknown, config: Folders): Promise<unknown> {
  if (!isDiskFull(error) || error instanceof ExpectedError) return error
  return new ExpectedError(describeFullDisk(await findPlace(error, config)), { cause: error })
}

async function findPlace(
  error: unknown,
  { dataDir, mediaDir, trackFilesDir, databaseUrl, reporting }: Folders,
): Promise<string> {
  const database = databaseUrl
    ? 'the data of the PostgreSQL server (DATABASE_URL)'
    : `the database in ${dataDir} (DATA_DIR)`
  if (getCode(error) === databaseCode) return database
  const { path, dest } = error as NodeJS.ErrnoException & { dest?: string }
  const file = dest ?? path
  if (file !== undefined) return `files in ${dirname(resolve(file))}`
  const folders = [...new Set([dataDir, mediaDir, trackFilesDir, reporting.spoolDir])]
  const isFull = await Promise.all(folders.map(hasNoSpace))
  const full = folders.filter((_, index) => isFull[index])
  return full.length > 0 ? `files in ${full.join(', ')}` : 'a file on this machine (see: df -h)'
}

/** Less than what a page of the database takes. */
const minFreeBytes = 64 * 1024

const hasNoSpace = async (folder: string): Promise<boolean> => {
  const status = await statfs(folder).catch(() => null)
  return status !== null && status.bavail * status.bsize < minFreeBytes
}
