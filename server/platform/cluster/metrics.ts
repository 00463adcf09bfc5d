import type { Log } from '#server/platform/log.ts'
import {
  addCounters,
  collectProcessMetrics,
  formatSnapshots,
  type Snapshot,
  takeProcessSnapshot,
} from '#server/platform/metrics/registry.ts'
import { scrapeRequest, snapshotRequest } from './messages.ts'
import type { Peer } from './peer.ts'

/** Longer than a process waits for the database. */
const snapshotTimeoutMs = 4_000

interface Process {
  peer: Peer
  snapshot: Snapshot
}

/**
 * Adds up the metrics of all processes, in the primary. What a process had counted still counts when it has ended or does
 * not answer: a sum that shrinks would look like a restart of everything, and Prometheus would count all of it again.
 */
export class ClusterMetrics {
  readonly #log: Log
  readonly #processes = new Map<number, Process>()
  #ended: Promise<Snapshot> = Promise.resolve([])
  #running: Promise<string> | undefined

  constructor(log: Log) {
    this.#log = log
    collectProcessMetrics()
  }

  /** `number`: of a process that can answer. */
  add(number: number, peer: Peer): void {
    this.#processes.set(number, { peer, snapshot: [] })
    peer.handle(scrapeRequest, () => this.scrape())
  }

  remove(number: number): void {
    const { snapshot = [] } = this.#processes.get(number) ?? {}
    this.#processes.delete(number)
    this.#ended = this.#ended.then((ended) => addCounters(ended, snapshot))
  }

  /** Single flight. */
  scrape(): Promise<string> {
    this.#running ??= this.#scrape().finally(() => {
      this.#running = undefined
    })
    return this.#running
  }

  async #scrape(): Promise<string> {
    // One of them measures what they share.
    const first = Math.min(...this.#processes.keys())
    // Means are those of the processes that work: the primary is idle.
    const own = (await takeProcessSnapshot()).filter(({ aggregator }) => aggregator !== 'average')
    const read = await Promise.all(
      Array.from(this.#processes, async ([number, process]) => ({
        isCurrent: () => this.#processes.get(number) === process,
        snapshot: await this.#read(number, process, number === first),
      })),
    )
    // Skips processes that ended meanwhile: their counts are already in the sum of ended processes.
    const current = read.filter(({ isCurrent }) => isCurrent()).map(({ snapshot }) => snapshot)
    return formatSnapshots([own, await this.#ended, ...current])
  }

  async #read(number: number, process: Process, withState: boolean): Promise<Snapshot> {
    try {
      const reply = await process.peer.request(snapshotRequest, { withState }, snapshotTimeoutMs)
      // The same program sent it.
      process.snapshot = reply as Snapshot
      return process.snapshot
    } catch (error) {
      this.#log.warn({ number, err: error }, 'process sent no metrics')
      return addCounters(process.snapshot)
    }
  }
}
