import type { Log } from './log.ts'

const shutdownTimeoutMs = 8_000

/** The end of the process, whatever brings it about: a signal, a start that failed, a database that is lost. */
export interface Lifecycle {
  readonly isStopping: boolean
  /** What is to be done then; what was begun last is ended first. */
  onStop(undo: () => Promise<void>): void
  /** Undoes what was begun and ends the process, at once when that takes too long. The first call decides. */
  stop(status: number): void
}

/** Listens for the signals that end the process; a second one ends it at once. */
export function startLifecycle(log: Log): Lifecycle {
  const cleanups: (() => Promise<void>)[] = []
  let isStopping = false
  async function runCleanups(status: number): Promise<never> {
    let exitCode = status
    for (const undo of cleanups.reverse()) {
      try {
        await undo()
      } catch (error) {
        log.error({ err: error }, 'did not stop cleanly')
        exitCode ||= 1
      }
    }
    process.exit(exitCode)
  }
  const lifecycle: Lifecycle = {
    get isStopping() {
      return isStopping
    },
    onStop: (undo) => void cleanups.push(undo),
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
