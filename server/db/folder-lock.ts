import { randomUUID } from 'node:crypto'
import { readdir, readFile, readlink, rm, stat, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { basename, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { BusyError } from './connect.ts'

const prefix = 'in-use-by.'
const beatMs = 4_000
const staleMs = 30_000
const patienceMs = 3_000

export interface FolderLock {
  release(): Promise<void>
  /** Comes when somebody else took the folder for deserted, as after a long sleep of this machine. */
  stolen: Promise<Error>
}

/** Who wants a folder, or holds it. */
interface Claim {
  state: 'want' | 'held'
  pid: number
  /** When the process began, in the kernel's ticks; empty where the system does not tell. */
  started: string
  /** Where the number of the process means something: the machine, its start, its table of processes. */
  place: string
}

/**
 * Takes a folder for this process: two processes on one embedded database destroy it. Each puts down a file of its own
 * first and looks for those of others then, so that of two at least the later one sees the other; nothing is replaced.
 * @throws {BusyError} when a living process has it
 */
export async function lockFolder(folder: string): Promise<FolderLock> {
  const file = join(folder, prefix + randomUUID())
  const claim: Claim = {
    state: 'want',
    pid: process.pid,
    started: await startedAt(process.pid),
    place: await thisPlace(),
  }
  const deadline = Date.now() + patienceMs
  for (;;) {
    await writeFile(file, textOf(claim), { flag: 'wx' })
    const rival = await findRival(folder, file, claim).catch(async (error: unknown) => {
      await rm(file, { force: true })
      throw error
    })
    if (!rival) return hold(folder, file, { ...claim, state: 'held' })
    await rm(file, { force: true })
    if (rival.state === 'held' || Date.now() > deadline) throw inUse(folder, rival, claim)
    // Several came at once and gave way to each other.
    await pause(20 + Math.random() * 200)
  }
}

/** Shows signs of life until the release. */
async function hold(folder: string, file: string, claim: Claim): Promise<FolderLock> {
  // Overwritten in place: a file that somebody has removed does not come back.
  const beat = () => writeFile(file, textOf(claim), { flag: 'r+' })
  await beat()
  const { promise: stolen, resolve } = Promise.withResolvers<Error>()
  const timer = setInterval(() => {
    beat().catch((error: NodeJS.ErrnoException) => {
      // Anything else may be over at the next beat.
      if (error.code === 'ENOENT')
        resolve(new Error(`The database in ${folder} was taken by another process.`))
    })
  }, beatMs)
  timer.unref()
  return {
    stolen,
    async release() {
      clearInterval(timer)
      await rm(file, { force: true })
    },
  }
}

/** Somebody else with a claim to the folder, who is alive; claims of the dead are removed. */
async function findRival(folder: string, file: string, mine: Claim): Promise<Claim | undefined> {
  const now = (await stat(file)).mtimeMs
  for (const name of await readdir(folder)) {
    if (!name.startsWith(prefix) || name === basename(file)) continue
    const other = join(folder, name)
    const found = await read(other)
    if (!found) continue
    const { claim, seenMs } = found
    // Both times are the file system's, whose clock may not be this machine's.
    const alive = claim.place === mine.place ? await isAlive(claim) : now - seenMs < staleMs
    if (alive) return claim
    await rm(other, { force: true })
  }
  return undefined
}

async function read(file: string): Promise<{ claim: Claim; seenMs: number } | undefined> {
  try {
    const { mtimeMs: seenMs } = await stat(file)
    const [state, pid, started = '', place = ''] = (await readFile(file, 'utf8')).split(' ')
    // An empty one is only just being written.
    return { claim: { state: state === 'held' ? state : 'want', pid: Number(pid), started, place }, seenMs }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

const textOf = ({ state, pid, started, place }: Claim) => `${state} ${pid} ${started} ${place}`

function inUse(folder: string, { pid, place }: Claim, mine: Claim): BusyError {
  const foreign = place !== mine.place
  const holder = foreign
    ? `process ${pid || '(unknown)'} of another machine or container (${place.split('/')[0] || 'unknown'})`
    : `process ${pid}`
  const deserted = foreign ? ' When it has surely ended, try again in half a minute.' : ''
  return new BusyError(
    `The database in ${folder} is in use by ${holder}. Stop that process first: one process at a time can use the ` +
      `embedded database.${deserted} Or use a PostgreSQL server with DATABASE_URL.`,
  )
}

/** A process counts as the holder only if it began when the holder did: numbers of processes are used again. */
async function isAlive({ pid, started }: Claim): Promise<boolean> {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false
  }
  const now = await startedAt(pid)
  return now === '' || now === started
}

async function startedAt(pid: number): Promise<string> {
  const line = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  return line.slice(line.lastIndexOf(')') + 2).split(' ')[19] ?? ''
}

async function thisPlace(): Promise<string> {
  const boot = await readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => '')
  const processes = await readlink('/proc/self/ns/pid').catch(() => '')
  return [hostname(), boot.trim(), processes].join('/').replaceAll(' ', '_')
}
