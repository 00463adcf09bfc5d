export interface Subscriber {
  accountId: number
  networkId: number
  ipNetwork: string
  isSessionUnchanged(): Promise<boolean>
}

/** The limits apply to each process. Clients without a stream poll. */
export const subscriberLimits = { perAccount: 6, perIpNetwork: 100, total: 2_000 }

const throttleMs = 300
const heartbeatMs = 15_000
const maxStreamMs = 300_000
const sessionCheckDelayMs = 250

const changedEvent = new TextEncoder().encode('event: changed\ndata: {}\n\n')
const heartbeat = new TextEncoder().encode(':\n\n')

export class Subscribers {
  readonly #streams = new Map<EventStream, Subscriber>()
  #sessionCheck: NodeJS.Timeout | undefined

  add(subscriber: Subscriber): ReadableStream<Uint8Array> | null {
    const count = (key: 'accountId' | 'ipNetwork') =>
      [...this.#streams.values()].filter((other) => other[key] === subscriber[key]).length
    const isFull =
      this.#streams.size >= subscriberLimits.total ||
      count('accountId') >= subscriberLimits.perAccount ||
      count('ipNetwork') >= subscriberLimits.perIpNetwork
    if (isFull) return null
    const stream = new EventStream(() => this.#streams.delete(stream))
    this.#streams.set(stream, subscriber)
    // The session may have ended since authentication.
    this.scheduleSessionCheck()
    return stream.events
  }

  notify(networkId?: number): void {
    for (const [stream, subscriber] of this.#streams) {
      if (networkId === undefined || subscriber.networkId === networkId) stream.notify()
    }
  }

  /** Debounced: one check covers many changes. */
  scheduleSessionCheck(): void {
    this.#sessionCheck ??= setTimeout(() => void this.#closeEndedSessions(), sessionCheckDelayMs).unref()
  }

  close(): void {
    clearTimeout(this.#sessionCheck)
    for (const stream of [...this.#streams.keys()]) stream.close()
  }

  async #closeEndedSessions(): Promise<void> {
    this.#sessionCheck = undefined
    for (const [stream, subscriber] of [...this.#streams]) {
      // Fail closed: clients reconnect.
      if (!(await subscriber.isSessionUnchanged().catch(() => false))) stream.close()
    }
  }
}

/** Throttled with a trailing call, plus a heartbeat. */
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
      // Throttling and the stream's lifetime bound the buffer.
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
