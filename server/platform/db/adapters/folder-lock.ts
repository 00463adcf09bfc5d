import { randomUUID } from 'node:crypto'
import { readdir, readFile, readlink, rm, stat, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { basename, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { BusyError } from '#server/platform/db/database.ts'

const lockFilePrefix = 'in-use-by.'
const heartbeatIntervalMs = 4_000
const staleMs = 30_000
const acquireTimeoutMs = 3_000

export interface FolderLock {
  release(): Promise<void>
  /** Resolves when another process takes over the lock, for example after this machine was suspended. */
  compromised: Promise<Error>
}

/** Waits instead of giving up, for a process that should take over, such as a restarted server. */
export interface LockWait {
  timeoutMs: number
  signal: AbortSignal
  /** Called once, if it has to wait. */
  onWait(message: string): void
}

interface LockClaim {
  /** Words of equal length: the file is overwritten in place. */
  state: 'want' | 'held'
  pid: number
  /** Kernel ticks; empty if unknown. */
  startTicks: string
  /** Scope of the pid: host, boot and PID namespace. */
  hostKey: string
}

/**
 * Lock file with heartbeat: two processes would corrupt an embedded database. Each writes its claim before reading the
 * others, so that at least the later of two sees the other.
 * @throws {BusyError} when a live process holds the folder and does not release it in time
 */
export async function lockFolder(folder: string, wait?: LockWait): Promise<FolderLock> {
  const file = join(folder, lockFilePrefix + randomUUID())
  const claim: LockClaim = {
    state: 'want',
    pid: process.pid,
    startTicks: await readStartTicks(process.pid),
    hostKey: await readHostKey(),
  }
  const deadline = Date.now() + acquireTimeoutMs
  const waitDeadline = Date.now() + (wait?.timeoutMs ?? 0)
  let isWaiting = false
  for (;;) {
    // A full disk leaves an empty file, which others would take for a claim that is being written.
    const withdraw = async (error: unknown) => {
      await rm(file, { force: true })
      throw error
    }
    await writeFile(file, formatClaim(claim), { flag: 'wx' }).catch(withdraw)
    const conflict = await findConflictingClaim(folder, file, claim).catch(withdraw)
    if (!conflict) return holdLock(folder, file, { ...claim, state: 'held' }).catch(withdraw)
    await rm(file, { force: true })
    const isTaken = conflict.state === 'held' || Date.now() > deadline
    if (isTaken && Date.now() >= waitDeadline) throw createBusyError(folder, conflict, claim)
    if (isTaken && !isWaiting) {
      isWaiting = true
      const seconds = Math.ceil((wait?.timeoutMs ?? 0) / 1000)
      wait?.onWait(
        `The database in ${folder} is in use by ${formatHolder(conflict, claim)}: waiting up to ${seconds} s for it to end.`,
      )
    }
    // Retries with jitter: concurrent claims backed off from each other.
    await pause(20 + Math.random() * 200, undefined, { signal: wait?.signal })
  }
}

async function holdLock(folder: string, file: string, claim: LockClaim): Promise<FolderLock> {
  // Overwrites in place, so that a removed file is not recreated.
  const sendHeartbeat = () => writeFile(file, formatClaim(claim), { flag: 'r+' })
  await sendHeartbeat()
  const { promise: compromised, resolve } = Promise.withResolvers<Error>()
  const timer = setInterval(() => {
    sendHeartbeat().catch((error: NodeJS.ErrnoException) => {
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
    const { claim, modifiedMs } = found
    // Both times come from the file system, whose clock may differ from ours.
    const isHolderAlive =
      claim.hostKey === ownClaim.hostKey ? await isProcessAlive(claim) : now - modifiedMs < staleMs
    if (isHolderAlive) return claim
    await rm(other, { force: true })
  }
  return undefined
}

async function readClaim(file: string): Promise<{ claim: LockClaim; modifiedMs: number } | undefined> {
  try {
    const { mtimeMs: modifiedMs } = await stat(file)
    const [state, pid, startTicks = '', hostKey = ''] = (await readFile(file, 'utf8')).split(' ')
    // An empty file is still being written.
    return {
      claim: {
        state: state === 'held' ? state : 'want',
        pid: Number(pid),
        startTicks,
        hostKey,
      },
      modifiedMs,
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

const formatClaim = ({ state, pid, startTicks, hostKey }: LockClaim) =>
  `${state} ${pid} ${startTicks} ${hostKey}`

const formatHolder = ({ pid, hostKey }: LockClaim, ownClaim: LockClaim): string =>
  hostKey === ownClaim.hostKey
    ? `process ${pid}`
    : `process ${pid || '(unknown)'} of another machine or container (${hostKey.split('/')[0] || 'unknown'})`

function createBusyError(folder: string, holder: LockClaim, ownClaim: LockClaim): BusyError {
  const hint = holder.hostKey === ownClaim.hostKey ? '' : ' If it has stopped, try again in half a minute.'
  return new BusyError(
    `The database in ${folder} is in use by ${formatHolder(holder, ownClaim)}. Stop it first: only one process at a time can use the ` +
      `embedded database.${hint} Or use a PostgreSQL server with DATABASE_URL.`,
  )
}

/** Compares start times too, because pids are reused. */
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
