import { link, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { BusyError } from './connect.ts'

const settleMs = 60

/**
 * Takes a folder for this process: two processes on one embedded database destroy it.
 * @returns the release
 * @throws {BusyError} when a living process has it
 */
export async function lockFolder(folder: string): Promise<() => Promise<void>> {
  const file = join(folder, 'in-use-by')
  const mine = `${process.pid} ${await startedAt(process.pid)}`
  const draft = `${file}.${process.pid}`
  await writeFile(draft, mine)
  try {
    if (!(await place(draft, file))) await takeOver(draft, file, mine, folder)
  } finally {
    await rm(draft, { force: true })
  }
  return () => rm(file, { force: true })
}

/** Creates the lock whole, with its content, or not at all. */
async function place(draft: string, file: string): Promise<boolean> {
  try {
    await link(draft, file)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

/** A lock whose process is gone may be replaced; of several who try at once, the last to write has it. */
async function takeOver(draft: string, file: string, mine: string, folder: string): Promise<void> {
  const holder = await readFile(file, 'utf8').catch(() => '')
  if (await isAlive(holder)) throw inUse(folder, holder)
  await rename(draft, file)
  await pause(settleMs)
  const winner = await readFile(file, 'utf8').catch(() => '')
  if (winner !== mine) throw inUse(folder, winner)
}

const inUse = (folder: string, holder: string) =>
  new BusyError(
    `The database in ${folder} is in use by process ${holder.split(' ')[0] || '(unknown)'}. Stop that process first: ` +
      'one process at a time can use the embedded database. Or use a PostgreSQL server with DATABASE_URL.',
  )

/** A process counts as the holder only if it began when the holder did: numbers of processes are used again. */
async function isAlive(holder: string): Promise<boolean> {
  const [number = '', started = ''] = holder.trim().split(' ')
  const pid = Number(number)
  if (!Number.isInteger(pid) || pid <= 0) return false
  try {
    process.kill(pid, 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false
  }
  return (await startedAt(pid)) === started
}

/** When a process began, in the kernel's ticks; empty where the system does not tell. */
async function startedAt(pid: number): Promise<string> {
  const line = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  return line.slice(line.lastIndexOf(')') + 2).split(' ')[19] ?? ''
}
