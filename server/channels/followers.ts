/** Who follows the changes of a network. */
export interface Follower {
  accountId: number
  networkId: number
  /** Whether they are still signed in as who they were. */
  isSame(): Promise<boolean>
}

export const followLimits = { perAccount: 6, inAll: 2_000 }

const restMs = 300
const beatMs = 15_000
const lifeMs = 300_000
const checkMs = 250

const changed = new TextEncoder().encode('event: changed\ndata: {}\n\n')
const beat = new TextEncoder().encode(':\n\n')

/** The streams of this process. */
export class Followers {
  readonly #streams = new Map<Stream, Follower>()
  #check: NodeJS.Timeout | undefined

  /** @returns its events, or null when there are too many already */
  add(follower: Follower): ReadableStream<Uint8Array> | null {
    const own = [...this.#streams.values()].filter(({ accountId }) => accountId === follower.accountId)
    if (own.length >= followLimits.perAccount || this.#streams.size >= followLimits.inAll) return null
    const stream = new Stream(() => this.#streams.delete(stream))
    this.#streams.set(stream, follower)
    // They may have been signed out since they were asked who they are.
    this.checkSoon()
    return stream.events
  }

  /** Tells those of a network, or all. */
  tell(networkId?: number): void {
    for (const [stream, follower] of this.#streams) {
      if (networkId === undefined || follower.networkId === networkId) stream.tell()
    }
  }

  /** Ends the streams of those who are not who they were. One look is enough for many changes. */
  checkSoon(): void {
    this.#check ??= setTimeout(() => void this.#checkAll(), checkMs).unref()
  }

  end(): void {
    clearTimeout(this.#check)
    for (const stream of [...this.#streams.keys()]) stream.end()
  }

  async #checkAll(): Promise<void> {
    this.#check = undefined
    for (const [stream, follower] of [...this.#streams]) {
      // Who cannot be asked is not trusted; they come again.
      if (!(await follower.isSame().catch(() => false))) stream.end()
    }
  }
}

/** Says `changed` at once, and then at most once in a while; the last time is never lost. */
class Stream {
  readonly events: ReadableStream<Uint8Array>
  readonly #left: () => void
  #to!: ReadableStreamDefaultController<Uint8Array>
  #told = 0
  #over = false
  #next: NodeJS.Timeout | undefined
  readonly #beats: NodeJS.Timeout
  readonly #life: NodeJS.Timeout

  constructor(left: () => void) {
    this.#left = left
    this.events = new ReadableStream<Uint8Array>(
      {
        start: (to) => {
          this.#to = to
        },
        cancel: () => this.#leave(),
      },
      // What is waiting to be sent stays small by the pace and the end.
      { highWaterMark: 1_000 },
    )
    this.#beats = setInterval(() => this.#to.enqueue(beat), beatMs).unref()
    this.#life = setTimeout(() => this.end(), lifeMs).unref()
    this.#say()
  }

  tell(): void {
    this.#next ??= setTimeout(() => this.#say(), Math.max(0, this.#told + restMs - performance.now()))
  }

  /** Whoever has left meanwhile is not ended again. */
  end(): void {
    if (this.#over) return
    this.#leave()
    this.#to.close()
  }

  #say(): void {
    this.#next = undefined
    this.#told = performance.now()
    this.#to.enqueue(changed)
  }

  #leave(): void {
    this.#over = true
    clearTimeout(this.#next)
    clearInterval(this.#beats)
    clearTimeout(this.#life)
    this.#left()
  }
}
