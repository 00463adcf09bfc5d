/** Who follows the changes of a network. */
export interface Subscriber {
  accountId: number
  networkId: number
  /** Whether they are still signed in as who they were. */
  isSessionUnchanged(): Promise<boolean>
}

export const subscriberLimits = { perAccount: 6, total: 2_000 }

const throttleMs = 300
const heartbeatMs = 15_000
const maxStreamMs = 300_000
const sessionCheckDelayMs = 250

const changedEvent = new TextEncoder().encode('event: changed\ndata: {}\n\n')
const heartbeat = new TextEncoder().encode(':\n\n')

/** The streams of this process. */
export class Subscribers {
  readonly #streams = new Map<EventStream, Subscriber>()
  #sessionCheck: NodeJS.Timeout | undefined

  /** @returns its events, or null when there are too many already */
  add(subscriber: Subscriber): ReadableStream<Uint8Array> | null {
    const ownStreams = [...this.#streams.values()].filter(
      ({ accountId }) => accountId === subscriber.accountId,
    )
    if (ownStreams.length >= subscriberLimits.perAccount || this.#streams.size >= subscriberLimits.total)
      return null
    const stream = new EventStream(() => this.#streams.delete(stream))
    this.#streams.set(stream, subscriber)
    // They may have been signed out since they were asked who they are.
    this.scheduleSessionCheck()
    return stream.events
  }

  /** Tells those of a network, or all. */
  notify(networkId?: number): void {
    for (const [stream, follower] of this.#streams) {
      if (networkId === undefined || follower.networkId === networkId) stream.notify()
    }
  }

  /** Ends the streams of those who are not who they were. One look is enough for many changes. */
  scheduleSessionCheck(): void {
    this.#sessionCheck ??= setTimeout(() => void this.#closeEndedSessions(), sessionCheckDelayMs).unref()
  }

  close(): void {
    clearTimeout(this.#sessionCheck)
    for (const stream of [...this.#streams.keys()]) stream.close()
  }

  async #closeEndedSessions(): Promise<void> {
    this.#sessionCheck = undefined
    for (const [stream, follower] of [...this.#streams]) {
      // Who cannot be asked is not trusted; they come again.
      if (!(await follower.isSessionUnchanged().catch(() => false))) stream.close()
    }
  }
}

/** Says `changed` at once, and then at most once in a while; the last time is never lost. */
class EventStream {
  readonly events: ReadableStream<Uint8Array>
  readonly #onClose: () => void
  #controller!: ReadableStreamDefaultController<Uint8Array>
  #lastSentAt = 0
  #isClosed = false
  #pendingSend: NodeJS.Timeout | undefined
  readonly #heartbeatTimer: NodeJS.Timeout
  readonly #lifetimeTimer: NodeJS.Timeout

  constructor(onClose: () => void) {
    this.#onClose = onClose
    this.events = new ReadableStream<Uint8Array>(
      {
        start: (controller) => {
          this.#controller = controller
        },
        cancel: () => this.#release(),
      },
      // What is waiting to be sent stays small by the pace and the end.
      { highWaterMark: 1_000 },
    )
    this.#heartbeatTimer = setInterval(() => this.#controller.enqueue(heartbeat), heartbeatMs).unref()
    this.#lifetimeTimer = setTimeout(() => this.close(), maxStreamMs).unref()
    this.#send()
  }

  notify(): void {
    this.#pendingSend ??= setTimeout(
      () => this.#send(),
      Math.max(0, this.#lastSentAt + throttleMs - performance.now()),
    )
  }

  /** Whoever has left meanwhile is not ended again. */
  close(): void {
    if (this.#isClosed) return
    this.#release()
    this.#controller.close()
  }

  #send(): void {
    this.#pendingSend = undefined
    this.#lastSentAt = performance.now()
    this.#controller.enqueue(changedEvent)
  }

  #release(): void {
    this.#isClosed = true
    clearTimeout(this.#pendingSend)
    clearInterval(this.#heartbeatTimer)
    clearTimeout(this.#lifetimeTimer)
    this.#onClose()
  }
}
