import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import type { Lifecycle } from '#server/platform/lifecycle.ts'
import type { Log } from '#server/platform/log.ts'
import { listenMessage, preparedMessage, stopMessage } from './messages.ts'
import type { ClusterMetrics } from './metrics.ts'
import { createPeer } from './peer.ts'

const initialRestartDelayMs = 250
const maxRestartDelayMs = 30_000
/** A process that lived this long starts anew with the initial delay. */
const stableMs = 60_000

/**
 * Supervisor: forks processes that share the port, restarts those that end, with backoff, and stops all of them together.
 * They begin to listen only when all of them are prepared, one after the other.
 * @returns the port; if one of them ends before that, the lifecycle is stopped instead
 */
export async function startProcesses(
  count: number,
  log: Log,
  lifecycle: Lifecycle,
  metrics: ClusterMetrics | undefined,
): Promise<number> {
  const workers = new Map<number, Worker>()
  const exitCodes = new Map<Worker, Promise<number>>()
  const restartDelaysMs = new Map<number, number>()
  let isStarted = false

  function fork(number: number): Worker {
    const worker = cluster.fork({ PROCESS_NUMBER: String(number) })
    const startedAt = performance.now()
    workers.set(number, worker)
    exitCodes.set(worker, waitForExit(worker))
    // A message to a process that has just ended.
    worker.on('error', (error) => log.warn({ number, err: error }, 'process unreachable'))
    void waitUntilPrepared(worker).then(() => metrics?.add(number, connect(worker)))
    worker.once('exit', (code, signal) => {
      exitCodes.delete(worker)
      workers.delete(number)
      metrics?.remove(number)
      if (lifecycle.isStopping) return
      log.error({ number, pid: worker.process.pid, code, signal }, 'process ended')
      if (!isStarted) return lifecycle.stop(code || 1)
      const wasStable = performance.now() - startedAt > stableMs
      const delayMs = (!wasStable && restartDelaysMs.get(number)) || initialRestartDelayMs
      restartDelaysMs.set(number, Math.min(delayMs * 2, maxRestartDelayMs))
      setTimeout(() => restart(number), delayMs)
    })
    return worker
  }

  function restart(number: number): void {
    if (lifecycle.isStopping) return
    const worker = fork(number)
    void waitUntilPrepared(worker).then(() => worker.send(listenMessage))
  }

  lifecycle.onStop(async () => {
    const exits = [...exitCodes.values()]
    for (const worker of workers.values()) if (worker.isConnected()) worker.send(stopMessage)
    const codes = await Promise.all(exits)
    if (codes.some((code) => code !== 0)) throw new Error('A process did not stop cleanly.')
  })

  const initial = Array.from({ length: count }, (_, index) => fork(index + 1))
  await Promise.all(initial.map(waitUntilPrepared))
  let port = 0
  for (const worker of initial) port = await listen(worker)
  isStarted = true
  return port
}

/** Never resolves for one that ends before. */
const waitUntilPrepared = (worker: Worker) =>
  new Promise<void>((resolve) =>
    worker.on('message', (message) => {
      if (message === preparedMessage) resolve()
    }),
  )

const connect = (worker: Worker) =>
  createPeer({
    send: (message) => void worker.send(message),
    onMessage: (listener) => void worker.on('message', listener),
  })

const waitForExit = (worker: Worker) =>
  new Promise<number>((resolve) => worker.once('exit', (code, signal) => resolve(signal ? 1 : code)))

async function listen(worker: Worker): Promise<number> {
  const listening = once(worker, 'listening') as Promise<[{ port: number }]>
  worker.send(listenMessage)
  const [{ port }] = await listening
  return port
}
