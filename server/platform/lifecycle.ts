import type { Log } from './log.ts'

const shutdownTimeoutMs = 8_000
/** Ctrl+C reaches the server from the terminal and from every process that forwards it. */
const repeatedSignalMs = 1_000

export interface Lifecycle {
  readonly isStopping: boolean
  /** Cleanups run in reverse order, also those that a start adds while it is being stopped. */
  onStop(cleanUp: () => Promise<void>): void
  /** Runs the cleanups, then exits, at the latest after a timeout. Idempotent. */
  stop(status: number): void
}

/**
 * A second SIGTERM or SIGINT exits immediately. A server that `npm start` has given a channel also stops when that process
 * ends.
 */
export function startLifecycle(log: Log): Lifecycle {
  const cleanups: (() => Promise<void>)[] = []
  let isStopping = false
  let stoppedAt = 0
  async function runCleanups(status: number): Promise<never> {
    let exitCode = status
    for (let cleanUp = cleanups.pop(); cleanUp; cleanUp = cleanups.pop()) {
      try {
        await cleanUp()
      } catch (error) {
        log.error({ err: error }, 'cleanup failed')
        exitCode ||= 1
      }
    }
    process.exit(exitCode)
  }
  const lifecycle: Lifecycle = {
    get isStopping() {
      return isStopping
    },
    onStop: (cleanUp) => void cleanups.push(cleanUp),
    stop(status) {
      if (isStopping) return
      isStopping = true
      stoppedAt = performance.now()
      setTimeout(() => process.exit(1), shutdownTimeoutMs)
      void runCleanups(status)
    },
  }
  const onSignal = (signal: string) => {
    if (!isStopping) {
      log.info({ signal }, 'stopping')
      return lifecycle.stop(0)
    }
    if (performance.now() - stoppedAt < repeatedSignalMs) return
    log.warn({ signal }, 'stopping at once')
    process.exit(1)
  }
  process.on('SIGTERM', onSignal).on('SIGINT', onSignal)
  process.on('disconnect', () => lifecycle.stop(0))
  return lifecycle
}
