import { parentPort, workerData } from 'node:worker_threads'
import { PGlite, types } from '@electric-sql/pglite'
import { changesChannel } from '#server/platform/db/change-feed.ts'
import type { StatementResult } from './queryable.ts'

export interface DatabaseFiles {
  folder: string
  image?: Uint8Array
  postgresModule: WebAssembly.Module
}

export type WorkerRequest =
  | { kind: 'open' }
  | { kind: 'query'; text: string; values: readonly unknown[] }
  | { kind: 'exec'; script: string }
  | { kind: 'copy'; into: string; chunk: Uint8Array }
  | { kind: 'copyOut'; select: string }
  | { kind: 'dump' }
  | { kind: 'close' }

/** Sent before the response to the statement that caused the change. */
export interface ChangeNotification {
  change: string
}

export interface WorkerResponse {
  id: number
  result?: StatementResult
  error?: { message: string; code?: string; detail?: string; constraint?: string }
}

const noRows: StatementResult = { rows: [], count: 0 }

const port = parentPort
if (!port) throw new Error('The embedded database runs in a worker thread.')

const { folder, image, postgresModule } = workerData as DatabaseFiles
/**
 * PostgreSQL's default of 128 MB lies in WebAssembly memory, which never shrinks. The system caches the same files, so that
 * reads take as much of the processor with less.
 */
const sharedBuffers = '16MB'

const database = new PGlite(folder, {
  loadDataDir: image && new Blob([image as BlobPart]),
  pgliteWasmModule: postgresModule,
  relaxedDurability: false,
  startParams: [...PGlite.defaultStartParams, '-c', `shared_buffers=${sharedBuffers}`],
  parsers: {
    [types.INT8]: BigInt,
    [types.DATE]: (text: string) => text,
    [types.TIMESTAMPTZ]: (text: string) => new Date(text).toISOString(),
  },
})

async function handleRequest(request: WorkerRequest): Promise<StatementResult> {
  switch (request.kind) {
    case 'open':
      await database.waitReady
      await database.exec(
        `set timezone = 'UTC'; set jit = off; set work_mem = '48MB'; set plan_cache_mode = force_custom_plan`,
      )
      await database.listen(changesChannel, (change) =>
        port?.postMessage({ change } satisfies ChangeNotification),
      )
      return noRows
    case 'query': {
      const { rows, rowCount = rows.length } = await database.query<object>(request.text, [...request.values])
      return { rows, count: rowCount }
    }
    case 'exec':
      await database.exec(request.script)
      return noRows
    case 'copy':
      await database.query(`copy ${request.into} from '/dev/blob'`, [], {
        blob: new Blob([request.chunk as BlobPart]),
      })
      return noRows
    case 'copyOut': {
      const { blob } = await database.query(`copy (${request.select}) to '/dev/blob'`)
      return { rows: [{ chunk: new Uint8Array(blob ? await blob.arrayBuffer() : []) }], count: 1 }
    }
    case 'dump':
      return { rows: [{ image: await (await database.dumpDataDir('none')).bytes() }], count: 1 }
    case 'close':
      await database.close()
      return noRows
  }
}

/** PostgreSQL itself crashed, or has no space for its log: then it refuses every later statement, also with space again. */
const isFatal = (error: Error & { code?: string }): boolean =>
  error instanceof WebAssembly.RuntimeError ||
  error.name === 'ExitStatus' ||
  (error.code === '53100' && error.message.includes('pg_wal'))

port.on('message', async ({ id, ...request }: WorkerRequest & { id: number }) => {
  try {
    port.postMessage({ id, result: await handleRequest(request as WorkerRequest) } satisfies WorkerResponse)
  } catch (error) {
    const { message, code, detail, constraint } = error as Error & NonNullable<WorkerResponse['error']>
    port.postMessage({ id, error: { message, code, detail, constraint } } satisfies WorkerResponse)
    // Let the thread die.
    if (isFatal(error as Error & { code?: string })) throw error
  }
})
