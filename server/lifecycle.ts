import type { Log } from './log.ts'

const shutdownTimeoutMs = 8_000

/** Graceful shutdown, after a signal or a fatal error. */
export interface Lifecycle {
  readonly isStopping: boolean
  /** Registers a cleanup. Cleanups run in reverse order. */
  onStop(cleanUp: () => Promise<void>): void
  /** Runs the cleanups and exits, after a timeout at the latest. Later calls have no effect. */
  stop(status: number): void
}

/** Handles SIGTERM and SIGINT; a second signal exits immediately. */
export function startLifecycle(log: Log): Lifecycle {
  const cleanups: (() => Promise<void>)[] = []
  let isStopping = false
  async function runCleanups(status: number): Promise<never> {
    let exitCode = status
    for (const cleanUp of cleanups.reverse()) {
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
      setTimeout(() => process.exit(1), shutdownTimeoutMs)
      void runCleanups(status)
    },
  }
  const onSignal = (signal: string) => {
    if (isStopping) process.exit(1)
    log.info({ signal }, 'stopping')
    lifecycle.stop(0)
  }
  process.on('SIGTERM', onSignal).on('SIGINT', onSignal)
  return lifecycle
}
