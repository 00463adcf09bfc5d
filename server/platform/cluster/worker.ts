import cluster from 'node:cluster'
import * as z from 'zod/mini'
import type { Scrape } from '#server/platform/http/metrics-route.ts'
import type { Lifecycle } from '#server/platform/lifecycle.ts'
import type { TakeSnapshot } from '#server/platform/metrics/process.ts'
import { listenMessage, preparedMessage, scrapeRequest, snapshotRequest, stopMessage } from './messages.ts'
import { createPeer } from './peer.ts'

export interface PrimaryLink {
  /** Resolves when the process may listen: as soon as all of them are prepared. */
  waitForTurn(): Promise<void>
  /** Answers the primary's scrapes. @returns a scrape of all processes */
  shareMetrics(takeSnapshot: TakeSnapshot): Scrape
}

/** Less than Prometheus waits, and longer than the primary waits for the processes. */
const scrapeTimeoutMs = 8_000

const SnapshotInput = z.object({ withState: z.boolean() })

/** Null without a primary, where the process is the only one. */
export function connectToPrimary(lifecycle: Lifecycle): PrimaryLink | null {
  if (!cluster.isWorker) return null
  const mayListen = new Promise<void>((resolve) => {
    process.on('message', (message) => {
      if (message === listenMessage) resolve()
      if (message === stopMessage) lifecycle.stop(0)
    })
  })
  const peer = createPeer({
    send: (message) => void process.send?.(message),
    onMessage: (listener) => void process.on('message', listener),
  })
  return {
    waitForTurn() {
      process.send?.(preparedMessage)
      return mayListen
    },
    shareMetrics(takeSnapshot) {
      peer.handle(snapshotRequest, (input) => takeSnapshot(z.parse(SnapshotInput, input)))
      return async () => z.parse(z.string(), await peer.request(scrapeRequest, {}, scrapeTimeoutMs))
    },
  }
}
