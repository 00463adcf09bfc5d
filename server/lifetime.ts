import type { Log } from './log.ts'

const graceMs = 8_000

/** The end of the process, whatever brings it about: a signal, a start that failed, a database that is lost. */
export interface Lifetime {
  readonly ending: boolean
  /** What is to be done then; what was begun last is ended first. */
  atEnd(undo: () => Promise<void>): void
  /** Undoes what was begun and ends the process, at once when that takes too long. The first call decides. */
  end(status: number): void
}

/** Listens for the signals that end the process; a second one ends it at once. */
export function beginLife(log: Log): Lifetime {
  const undos: (() => Promise<void>)[] = []
  let ending = false
  async function undoAll(status: number): Promise<never> {
    let left = status
    for (const undo of undos.reverse()) {
      try {
        await undo()
      } catch (error) {
        log.error({ err: error }, 'did not stop cleanly')
        left ||= 1
      }
    }
    process.exit(left)
  }
  const life: Lifetime = {
    get ending() {
      return ending
    },
    atEnd: (undo) => void undos.push(undo),
    end(status) {
      if (ending) return
      ending = true
      setTimeout(() => process.exit(1), graceMs)
      void undoAll(status)
    },
  }
  const onSignal = (signal: string) => {
    if (ending) process.exit(1)
    log.info({ signal }, 'stopping')
    life.end(0)
  }
  process.on('SIGTERM', onSignal).on('SIGINT', onSignal)
  return life
}
