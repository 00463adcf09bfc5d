import cluster from 'node:cluster'
import type { Lifecycle } from '#server/lifecycle.ts'
import { listenMessage, preparedMessage, stopMessage } from './messages.ts'

export interface PrimaryLink {
  /** Resolves when the process may listen: as soon as all of them are prepared. */
  waitForTurn(): Promise<void>
}

/** Null without a primary, where the process is the only one. */
export function connectToPrimary(lifecycle: Lifecycle): PrimaryLink | null {
  if (!cluster.isWorker) return null
  const mayListen = new Promise<void>((resolve) => {
    process.on('message', (message) => {
      if (message === listenMessage) resolve()
      if (message === stopMessage) lifecycle.stop(0)
    })
  })
  return {
    waitForTurn() {
      process.send?.(preparedMessage)
      return mayListen
    },
  }
}
