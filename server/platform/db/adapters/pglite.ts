import { mkdir, readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { databaseFolderName } from '#server/platform/data-folder.ts'
import type { ChangeListener } from '#server/platform/db/change-feed.ts'
import {
  BusyError,
  type Database,
  exactInteger,
  type Queryable,
  type Snapshot,
} from '#server/platform/db/database.ts'
import { PoolUsage } from '#server/platform/db/pool-usage.ts'
import { type FolderLock, type LockWait, lockFolder } from './folder-lock.ts'
import type { ChangeNotification, DatabaseFiles, WorkerRequest, WorkerResponse } from './pglite-worker.ts'
import { createQueryable, type Driver, type StatementResult, toText } from './queryable.ts'
import { watchForStall } from './stall-watch.ts'

const require = createRequire(import.meta.url)

export interface EmbeddedDatabase extends Database {
  dump(): Promise<Uint8Array>
}

export const openInMemory = (image?: Uint8Array): Promise<EmbeddedDatabase> =>
  startDatabase({ folder: 'memory://', image })

export async function openPglite(dataDir: string, lockWait?: LockWait): Promise<EmbeddedDatabase> {
  await mkdir(dataDir, { recursive: true })
  const lock = await lockFolder(dataDir, lockWait)
  try {
    return await startDatabase({ folder: join(dataDir, databaseFolderName) }, lock)
  } catch (error) {
    await lock.release()
    throw error
  }
}

/** Shared by all databases of the process, with the functions that V8 has optimized. */
let postgresModule: Promise<WebAssembly.Module> | undefined

const compilePostgres = async () =>
  WebAssembly.compile(await readFile(join(dirname(require.resolve('@electric-sql/pglite')), 'pglite.wasm')))

async function startDatabase(
  files: Omit<DatabaseFiles, 'postgresModule'>,
  lock?: FolderLock,
): Promise<EmbeddedDatabase> {
  postgresModule ??= compilePostgres()
  const worker = startWorker({ ...files, postgresModule: await postgresModule })
  try {
    await worker.send({ kind: 'open' })
  } catch (error) {
    await worker.terminate()
    throw error
  }
  // Embedded PostgreSQL has a single session, so other statements queue until a transaction ends.
  let tail: Promise<unknown> = Promise.resolve()
  const usage = new PoolUsage('embedded', 1)
  const enqueue = <Result>(work: () => Promise<Result>): Promise<Result> => {
    const result = usage.track(() => tail.then(work))
    tail = result.catch(() => {})
    return result
  }
  const driver = createDriver(worker.send)
  const queryable = createQueryable(driver)
  const runTransaction = <Result>(begin: string, work: () => Promise<Result>): Promise<Result> =>
    enqueue(async () => {
      await driver.exec(begin)
      try {
        const result = await work()
        await driver.exec('commit')
        return result
      } catch (error) {
        await driver.exec('rollback')
        throw error
      }
    })
  const heldLocks = new Set<string>()
  return {
    engine: 'pglite',
    failure: lock ? Promise.race([worker.failure, lock.compromised]) : worker.failure,
    ...createQueryable({
      run: (statement) => enqueue(() => driver.run(statement)),
      copyIn: (into, chunk) => enqueue(() => driver.copyIn(into, chunk)),
      exec: (script) => enqueue(() => driver.exec(script)),
    }),
    transaction: (work) => runTransaction('begin', () => work(queryable)),
    readSnapshot: (work) =>
      runTransaction('begin read only', () => work(createSnapshot(worker.send, queryable))),
    async withLock(name, work) {
      if (heldLocks.has(name)) throw new BusyError(`"${name}" is already running.`)
      heldLocks.add(name)
      try {
        return await work()
      } finally {
        heldLocks.delete(name)
      }
    },
    listen: worker.listen,
    // A no-op: the worker sends notifications before the result of the statement that caused them.
    drainChanges: async () => {},
    getPools: () => [usage.state],
    dump: () =>
      enqueue(async () => ((await worker.send({ kind: 'dump' })).rows as [{ image: Uint8Array }])[0].image),
    async close() {
      try {
        await enqueue(worker.close)
      } finally {
        await lock?.release()
      }
    },
  }
}

type SendRequest = (request: WorkerRequest) => Promise<StatementResult>

const createDriver = (send: SendRequest): Driver => ({
  async run({ text, values }) {
    const { rows, count } = await send({ kind: 'query', text, values })
    return { rows: rows.map(convertBigInts), count }
  },
  copyIn: async (into, chunk) => void (await send({ kind: 'copy', into, chunk })),
  exec: async (script) => void (await send({ kind: 'exec', script })),
})

const createSnapshot = (send: SendRequest, queryable: Queryable): Snapshot => ({
  ...queryable,
  copyOut: async (select) =>
    ((await send({ kind: 'copyOut', select: toText(select) })).rows as [{ chunk: Uint8Array }])[0].chunk,
})

/** Converts on this thread, so that an out-of-range error has the caller's stack. */
function convertBigInts(row: object): object {
  const plain: Record<string, unknown> = { ...row }
  for (const [key, value] of Object.entries(plain)) {
    if (typeof value === 'bigint') plain[key] = convertBigInt(value)
    else if (Array.isArray(value)) plain[key] = value.map(convertBigInt)
  }
  return plain
}

const convertBigInt = (value: unknown): unknown =>
  typeof value === 'bigint' ? exactInteger(value.toString()) : value

const stoppedMessage = 'The embedded database has stopped.'

function startWorker(files: DatabaseFiles) {
  const worker = new Worker(new URL('./pglite-worker.ts', import.meta.url), { workerData: files })
  const pending = new Map<
    number,
    { resolve: (result: StatementResult) => void; reject: (error: Error) => void; sentAt: number }
  >()
  let lastId = 0
  let exitError: Error | undefined
  let isClosing = false
  const { promise: failure, resolve: resolveFailure } = Promise.withResolvers<Error>()
  const listeners = new Set<ChangeListener>()
  worker.on('message', (message: WorkerResponse | ChangeNotification) => {
    if ('change' in message) {
      for (const listener of listeners) listener.onChange(message.change)
      return
    }
    const { id, result, error } = message
    const call = pending.get(id)
    pending.delete(id)
    if (error) call?.reject(Object.assign(new Error(error.message), error))
    else call?.resolve(result ?? { rows: [], count: 0 })
  })
  const handleExit = (error: Error) => {
    if (!isClosing) resolveFailure(error)
    exitError ??= error
    for (const listener of listeners) listener.onDisconnect()
    for (const { reject } of pending.values()) reject(error)
    pending.clear()
  }
  worker.on('error', (cause) => handleExit(new Error(`${stoppedMessage} ${cause}`, { cause })))
  worker.on('exit', () => handleExit(new Error(stoppedMessage)))
  const send = (request: WorkerRequest) =>
    new Promise<StatementResult>((resolve, reject) => {
      if (exitError) return reject(exitError)
      const id = ++lastId
      pending.set(id, { resolve, reject, sentAt: performance.now() })
      worker.postMessage({ ...request, id })
    })
  const terminate = async () => {
    isClosing = true
    stopWatching()
    await worker.terminate()
  }
  const getSilenceMs = () => {
    const [oldest] = pending.values()
    return oldest ? performance.now() - oldest.sentAt : 0
  }
  const stopWatching = watchForStall(files.folder, getSilenceMs, (error) => {
    handleExit(error)
    void worker.terminate()
  })
  return {
    failure,
    send,
    terminate,
    listen(listener: ChangeListener) {
      listeners.add(listener)
      listener.onConnect()
      return () => void listeners.delete(listener)
    },
    async close() {
      isClosing = true
      try {
        if (!exitError) await send({ kind: 'close' })
      } finally {
        await terminate()
      }
    },
  }
}
