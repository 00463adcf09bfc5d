import { chmodSync, constants, lstatSync, readdirSync, statSync } from 'node:fs'
import { access, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { ConfigError } from './config.ts'

/** Below DATA_DIR. */
export const databaseFolderName = 'postgres'

const othersMask = 0o077

/** Windows has access lists instead of modes. */
const hasModes = process.platform !== 'win32'

/**
 * Sets the umask of the whole process, so that nobody else can read what it writes, whatever umask it was started with: the
 * embedded database creates files by itself.
 */
export function restrictNewFiles(): void {
  process.umask(othersMask)
}

/** The mode, if other users of the machine may do anything; null: they may not, or there is no such file. */
export async function findOpenMode(path: string): Promise<{ mode: number; uid: number } | null> {
  const status = hasModes ? await stat(path).catch(() => null) : null
  return status && (status.mode & othersMask) !== 0 ? { mode: status.mode & 0o777, uid: status.uid } : null
}

/**
 * Takes DATA_DIR and all that is below it away from other users: files of earlier versions, and copied ones. What this user
 * may not change stays as it is: once the folder is closed, nobody else reaches that.
 * @throws {ConfigError} when files of the database belong to another user
 */
export async function protectDataFolder(dataDir: string): Promise<void> {
  if (!hasModes) return
  const status = attempt(() => statSync(dataDir))
  if (!status?.isDirectory()) return
  restrict(dataDir, status.mode)
  protectBelow(dataDir)
  await requireUsable(join(dataDir, databaseFolderName))
}

/**
 * Does not follow links: they lead to files that somebody has put elsewhere on purpose. Synchronous calls are the fastest for
 * tens of thousands of files.
 */
function protectBelow(folder: string): void {
  for (const entry of attempt(() => readdirSync(folder, { withFileTypes: true })) ?? []) {
    if (!entry.isDirectory() && !entry.isFile()) continue
    const path = join(folder, entry.name)
    const status = attempt(() => lstatSync(path))
    if (status) restrict(path, status.mode)
    if (entry.isDirectory()) protectBelow(path)
  }
}

function restrict(path: string, mode: number): void {
  if ((mode & othersMask) !== 0) attempt(() => chmodSync(path, mode & 0o7700))
}

/** Files may disappear meanwhile, or belong to another user. */
function attempt<Result>(work: () => Result): Result | null {
  try {
    return work()
  } catch {
    return null
  }
}

/** PostgreSQL would stop in the middle of a change. */
async function requireUsable(databaseFolder: string): Promise<void> {
  for (const name of ['.', 'PG_VERSION', 'base', 'global', 'pg_wal']) {
    const path = join(databaseFolder, name)
    const problem = await access(path, constants.R_OK | constants.W_OK).catch(
      ({ code }: NodeJS.ErrnoException) => code,
    )
    if (problem === undefined || problem === 'ENOENT') continue
    throw new ConfigError(
      `DATA_DIR: this user may not read and write ${path} (${problem}). Start the server as the user who owns it, or make that user its owner: chown -R <user> ${databaseFolder}`,
    )
  }
}
