import { LRUCache } from 'lru-cache'

interface Request {
  group: string
  compute: () => Promise<unknown>
}

/** Whoever looked yesterday looks again today, at figures that were published in between. */
const maxAgeMs = 26 * 60 * 60_000
const maxRequests = 500
const maxRequestsPerGroup = 8

interface CacheWarmerOptions {
  /** Publishing a report changes figures first and lists soon after. */
  delayMs: number
  signal: AbortSignal | undefined
}

/** Computes the latest requests of a group again once its entries were cleared, so that the next reader finds them. */
export class CacheWarmer {
  readonly #requests = new LRUCache<string, Request>({ max: maxRequests, ttl: maxAgeMs })
  readonly #timers = new Map<string, NodeJS.Timeout>()
  #work: Promise<void> = Promise.resolve()
  readonly #options: CacheWarmerOptions

  constructor(options: CacheWarmerOptions) {
    this.#options = options
  }

  /** `compute` fills the cache. */
  remember(group: string, key: string, compute: () => Promise<unknown>): void {
    this.#requests.set(`${group} ${key}`, { group, compute })
  }

  clear(): void {
    this.#requests.clear()
  }

  schedule(group: string): void {
    clearTimeout(this.#timers.get(group))
    const run = () => {
      this.#timers.delete(group)
      // One group at a time: a report changes the figures of all networks at once.
      this.#work = this.#work.then(() => this.#warm(group))
    }
    this.#timers.set(group, setTimeout(run, this.#options.delayMs).unref())
  }

  async #warm(group: string): Promise<void> {
    const requests = [...this.#requests.values()].filter((request) => request.group === group)
    for (const { compute } of requests.slice(0, maxRequestsPerGroup)) {
      if (this.#options.signal?.aborted) return
      // A failure is refused or reported when somebody asks for the reply.
      await compute().catch(() => {})
    }
  }
}
