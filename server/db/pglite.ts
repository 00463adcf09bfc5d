import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { Listener } from './changes.ts'
import { BusyError, type Database, exactInteger, type Queries, type View } from './connect.ts'
import { type FolderLock, lockFolder } from './folder-lock.ts'
import type { Answer, Files, Order, Told } from './pglite-worker.ts'

/** Keeps the embedded database's files, one folder below the data folder. */
const databaseFolder = 'postgres'

/** The embedded database, which can give its files as an image. */
export interface Embedded extends Database {
  /** An archive of the files, with which a database in memory can begin. */
  dump(): Promise<Uint8Array>
}

/** PostgreSQL in a worker thread, in memory: empty, or as an image has it. */
export const openInMemory = (image?: Uint8Array): Promise<Embedded> => start({ folder: 'memory://', image })

/** PostgreSQL in a worker thread, on a folder that one process holds at a time. */
export async function openPglite(dataDir: string): Promise<Embedded> {
  await mkdir(dataDir, { recursive: true })
  const lock = await lockFolder(dataDir)
  try {
    return await start({ folder: join(dataDir, databaseFolder) }, lock)
  } catch (error) {
    await lock.release()
    throw error
  }
}

async function start(files: Files, lock?: FolderLock): Promise<Embedded> {
  const worker = startWorker(files)
  try {
    await worker.ask({ kind: 'open' })
  } catch (error) {
    await worker.stop()
    throw error
  }
  // PostgreSQL in one process runs one statement at a time, so a transaction simply keeps everybody else waiting.
  let last: Promise<unknown> = Promise.resolve()
  const inTurn = <Result>(work: () => Promise<Result>): Promise<Result> => {
    const result = last.then(work)
    last = result.catch(() => {})
    return result
  }
  const direct = queriesOn(worker.ask)
  const within = <Result>(begin: string, work: () => Promise<Result>): Promise<Result> =>
    inTurn(async () => {
      await direct.exec(begin)
      try {
        const result = await work()
        await direct.exec('commit')
        return result
      } catch (error) {
        await direct.exec('rollback')
        throw error
      }
    })
  const held = new Set<string>()
  return {
    engine: 'pglite',
    lost: lock ? Promise.race([worker.lost, lock.stolen]) : worker.lost,
    query: (text, values) => inTurn(() => direct.query(text, values)),
    copy: (into, chunk) => inTurn(() => direct.copy(into, chunk)),
    exec: (script) => inTurn(() => direct.exec(script)),
    transaction: (work) => within('begin', () => work(direct)),
    view: (work) => within('begin read only', () => work(viewOn(worker.ask, direct))),
    async exclusive(name, work) {
      if (held.has(name)) throw new BusyError(`This process is already at work on "${name}".`)
      held.add(name)
      try {
        return await work()
      } finally {
        held.delete(name)
      }
    },
    listen: worker.listen,
    // A change is told before the statement that made it is answered.
    caughtUp: async () => {},
    dump: () =>
      inTurn(async () => ((await worker.ask({ kind: 'dump' })) as [{ image: Uint8Array }])[0].image),
    async close() {
      try {
        await inTurn(worker.close)
      } finally {
        await lock?.release()
      }
    },
  }
}

function queriesOn(ask: (order: Order) => Promise<readonly object[]>): Queries {
  return {
    query: async <Row extends object>(text: string, values: readonly unknown[] = []) =>
      (await ask({ kind: 'query', text, values })).map(withExactIntegers) as Row[],
    copy: async (into, chunk) => void (await ask({ kind: 'copy', into, chunk })),
    exec: async (script) => void (await ask({ kind: 'exec', script })),
  }
}

const viewOn = (ask: (order: Order) => Promise<readonly object[]>, { query }: Queries): View => ({
  query,
  copyOut: async (select) => ((await ask({ kind: 'copyOut', select })) as [{ chunk: Uint8Array }])[0].chunk,
})

/** The worker sends int8 as bigint, which no float has touched; guarded here so that the error has a stack. */
function withExactIntegers(row: object): object {
  const plain: Record<string, unknown> = { ...row }
  for (const [key, value] of Object.entries(plain)) {
    if (typeof value === 'bigint') plain[key] = exactInteger(value.toString())
  }
  return plain
}

const stopped = 'The embedded database has stopped.'

function startWorker(files: Files) {
  const worker = new Worker(new URL('./pglite-worker.ts', import.meta.url), { workerData: files })
  const waiting = new Map<
    number,
    { resolve: (rows: readonly object[]) => void; reject: (error: Error) => void }
  >()
  let lastId = 0
  let ended: Error | undefined
  let closing = false
  const { promise: lost, resolve: lose } = Promise.withResolvers<Error>()
  const listeners = new Set<Listener>()
  worker.on('message', (message: Answer | Told) => {
    if ('changed' in message) {
      for (const listener of listeners) listener.changed(message.changed)
      return
    }
    const { id, rows, error } = message
    const call = waiting.get(id)
    waiting.delete(id)
    if (error) call?.reject(Object.assign(new Error(error.message), error))
    else call?.resolve(rows ?? [])
  })
  const end = (error: Error) => {
    if (!closing) lose(error)
    ended ??= error
    for (const listener of listeners) listener.lost()
    for (const { reject } of waiting.values()) reject(error)
    waiting.clear()
  }
  worker.on('error', (cause) => end(new Error(`${stopped} ${cause}`, { cause })))
  worker.on('exit', () => end(new Error(stopped)))
  const ask = (order: Order) =>
    new Promise<readonly object[]>((resolve, reject) => {
      if (ended) return reject(ended)
      const id = ++lastId
      waiting.set(id, { resolve, reject })
      worker.postMessage({ ...order, id })
    })
  const stop = async () => {
    closing = true
    await worker.terminate()
  }
  return {
    lost,
    ask,
    stop,
    listen(listener: Listener) {
      listeners.add(listener)
      listener.connected()
      return () => void listeners.delete(listener)
    },
    async close() {
      closing = true
      try {
        if (!ended) await ask({ kind: 'close' })
      } finally {
        await stop()
      }
    },
  }
}
