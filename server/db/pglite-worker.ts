import { parentPort, workerData } from 'node:worker_threads'
import { PGlite, types } from '@electric-sql/pglite'
import { changesChannel } from './changes.ts'

/** Where the database is, and what it begins with where it is new. */
export interface Files {
  folder: string
  image?: Uint8Array
}

export type Order =
  | { kind: 'open' }
  | { kind: 'query'; text: string; values: readonly unknown[] }
  | { kind: 'exec'; script: string }
  | { kind: 'copy'; into: string; chunk: Uint8Array }
  | { kind: 'copyOut'; select: string }
  | { kind: 'dump' }
  | { kind: 'close' }

/** What the thread tells unasked: a kind of change, always before the answer to the statement that made it. */
export interface Told {
  changed: string
}

export interface Answer {
  id: number
  rows?: readonly object[]
  error?: { message: string; code?: string; detail?: string; constraint?: string }
}

const port = parentPort
if (!port) throw new Error('The embedded database runs in a worker thread.')

const { folder, image } = workerData as Files
const database = new PGlite(folder, {
  loadDataDir: image && new Blob([image as BlobPart]),
  relaxedDurability: false,
  parsers: {
    [types.INT8]: BigInt,
    [types.DATE]: (text: string) => text,
    [types.TIMESTAMPTZ]: (text: string) => new Date(text).toISOString(),
  },
})

async function handle(order: Order): Promise<readonly object[]> {
  switch (order.kind) {
    case 'open':
      await database.waitReady
      await database.exec(
        `set timezone = 'UTC'; set jit = off; set work_mem = '48MB'; set plan_cache_mode = force_custom_plan`,
      )
      await database.listen(changesChannel, (changed) => port?.postMessage({ changed } satisfies Told))
      return []
    case 'query':
      return (await database.query<object>(order.text, [...order.values])).rows
    case 'exec':
      await database.exec(order.script)
      return []
    case 'copy':
      await database.query(`copy ${order.into} from '/dev/blob'`, [], {
        blob: new Blob([order.chunk as BlobPart]),
      })
      return []
    case 'copyOut': {
      const { blob } = await database.query(`copy (${order.select}) to '/dev/blob'`)
      // There is none where there are no rows.
      return [{ chunk: new Uint8Array(blob ? await blob.arrayBuffer() : []) }]
    }
    case 'dump':
      return [{ image: await (await database.dumpDataDir('none')).bytes() }]
    case 'close':
      await database.close()
      return []
  }
}

port.on('message', async ({ id, ...order }: Order & { id: number }) => {
  try {
    port.postMessage({ id, rows: await handle(order as Order) } satisfies Answer)
  } catch (error) {
    const { message, code, detail, constraint } = error as Error & NonNullable<Answer['error']>
    port.postMessage({ id, error: { message, code, detail, constraint } } satisfies Answer)
    // PostgreSQL itself has broken down, not a statement: the thread ends with it.
    if (error instanceof WebAssembly.RuntimeError || (error as Error).name === 'ExitStatus') throw error
  }
})
