import type { Log } from './log.ts'

const shutdownTimeoutMs = 8_000

export interface Lifecycle {
  readonly isStopping: boolean
  /** Cleanups run in reverse order. */
  onStop(cleanUp: () => Promise<void>): void
  /** Runs the cleanups, then exits, at the latest after a timeout. Idempotent. */
  stop(status: number): void
}

/** A second SIGTERM or SIGINT exits immediately. */
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
