import { randomUUID } from 'node:crypto'
import { readdir, readFile, readlink, rm, stat, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { basename, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { BusyError } from './database.ts'

const lockFilePrefix = 'in-use-by.'
const heartbeatIntervalMs = 4_000
const staleMs = 30_000
const acquireTimeoutMs = 3_000

export interface FolderLock {
  release(): Promise<void>
  /** Comes when somebody else took the folder for deserted, as after a long sleep of this machine. */
  compromised: Promise<Error>
}

/** Who wants a folder, or holds it. */
interface LockClaim {
  state: 'want' | 'held'
  pid: number
  /** When the process began, in the kernel's ticks; empty where the system does not tell. */
  startTicks: string
  /** Where the number of the process means something: the machine, its start, its table of processes. */
  hostKey: string
}

/**
 * Takes a folder for this process: two processes on one embedded database destroy it. Each puts down a file of its own
 * first and looks for those of others then, so that of two at least the later one sees the other; nothing is replaced.
 * @throws {BusyError} when a living process has it
 */
export async function lockFolder(folder: string): Promise<FolderLock> {
  const file = join(folder, lockFilePrefix + randomUUID())
  const claim: LockClaim = {
    state: 'want',
    pid: process.pid,
    startTicks: await readStartTicks(process.pid),
    hostKey: await readHostKey(),
  }
  const deadline = Date.now() + acquireTimeoutMs
  for (;;) {
    await writeFile(file, formatClaim(claim), { flag: 'wx' })
    const conflict = await findConflictingClaim(folder, file, claim).catch(async (error: unknown) => {
      await rm(file, { force: true })
      throw error
    })
    if (!conflict) return holdLock(folder, file, { ...claim, state: 'held' })
    await rm(file, { force: true })
    if (conflict.state === 'held' || Date.now() > deadline) throw createBusyError(folder, conflict, claim)
    // Several came at once and gave way to each other.
    await pause(20 + Math.random() * 200)
  }
}

/** Shows signs of life until the release. */
async function holdLock(folder: string, file: string, claim: LockClaim): Promise<FolderLock> {
  // Overwritten in place: a file that somebody has removed does not come back.
  const sendHeartbeat = () => writeFile(file, formatClaim(claim), { flag: 'r+' })
  await sendHeartbeat()
  const { promise: compromised, resolve } = Promise.withResolvers<Error>()
  const timer = setInterval(() => {
    sendHeartbeat().catch((error: NodeJS.ErrnoException) => {
      // Anything else may be over at the next beat.
      if (error.code === 'ENOENT')
        resolve(new Error(`The database in ${folder} was taken by another process.`))
    })
  }, heartbeatIntervalMs)
  timer.unref()
  return {
    compromised,
    async release() {
      clearInterval(timer)
      await rm(file, { force: true })
    },
  }
}

/** Somebody else with a claim to the folder, who is alive; claims of the dead are removed. */
async function findConflictingClaim(
  folder: string,
  file: string,
  ownClaim: LockClaim,
): Promise<LockClaim | undefined> {
  const now = (await stat(file)).mtimeMs
  for (const name of await readdir(folder)) {
    if (!name.startsWith(lockFilePrefix) || name === basename(file)) continue
    const other = join(folder, name)
    const found = await readClaim(other)
    if (!found) continue
    const { claim, seenMs } = found
    // Both times are the file system's, whose clock may not be this machine's.
    const isHolderAlive =
      claim.hostKey === ownClaim.hostKey ? await isProcessAlive(claim) : now - seenMs < staleMs
    if (isHolderAlive) return claim
    await rm(other, { force: true })
  }
  return undefined
}

async function readClaim(file: string): Promise<{ claim: LockClaim; seenMs: number } | undefined> {
  try {
    const { mtimeMs: seenMs } = await stat(file)
    const [state, pid, started = '', place = ''] = (await readFile(file, 'utf8')).split(' ')
    // An empty one is only just being written.
    return {
      claim: {
        state: state === 'held' ? state : 'want',
        pid: Number(pid),
        startTicks: started,
        hostKey: place,
      },
      seenMs,
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

const formatClaim = ({ state, pid, startTicks, hostKey }: LockClaim) =>
  `${state} ${pid} ${startTicks} ${hostKey}`

function createBusyError(folder: string, { pid, hostKey }: LockClaim, ownClaim: LockClaim): BusyError {
  const isOtherHost = hostKey !== ownClaim.hostKey
  const holder = isOtherHost
    ? `process ${pid || '(unknown)'} of another machine or container (${hostKey.split('/')[0] || 'unknown'})`
    : `process ${pid}`
  const hint = isOtherHost ? ' When it has surely ended, try again in half a minute.' : ''
  return new BusyError(
    `The database in ${folder} is in use by ${holder}. Stop that process first: one process at a time can use the ` +
      `embedded database.${hint} Or use a PostgreSQL server with DATABASE_URL.`,
  )
}

/** A process counts as the holder only if it began when the holder did: numbers of processes are used again. */
async function isProcessAlive({ pid, startTicks }: LockClaim): Promise<boolean> {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false
  }
  const now = await readStartTicks(pid)
  return now === '' || now === startTicks
}

async function readStartTicks(pid: number): Promise<string> {
  const line = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  return line.slice(line.lastIndexOf(')') + 2).split(' ')[19] ?? ''
}

async function readHostKey(): Promise<string> {
  const bootId = await readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => '')
  const pidNamespace = await readlink('/proc/self/ns/pid').catch(() => '')
  return [hostname(), bootId.trim(), pidNamespace].join('/').replaceAll(' ', '_')
}
