import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'

export const changesChannel = 'hookline_changes'

export interface ChangeListener {
  /** Later changes will be reported; earlier ones may have been missed. */
  onConnect(): void
  onDisconnect(): void
  onChange(kind: string): void
}

/** Pinned to one session. */
export interface ListenConnection {
  send(statement: string): Promise<unknown>
  end(): Promise<void>
}

export interface ListenConnectionEvents {
  onNotification(payload: string): void
  onClose(): void
}

const reconnectDelayMs = 1_000
const pingIntervalMs = 5_000
const responseTimeoutMs = 5_000
const pingPrefix = 'ping '

/**
 * LISTEN with a heartbeat on a dedicated connection. It counts as connected only while its own pings come back:
 * a hung connection, or one through a transaction pooler, would otherwise stay silent forever.
 */
export class ChangeFeed {
  readonly #openConnection: (events: ListenConnectionEvents) => ListenConnection
  readonly #listeners = new Set<ChangeListener>()
  readonly #shutdown = new AbortController()
  #running: Promise<void> | undefined
  #connection: ListenConnection | undefined
  #writeCount = 0
  #deliveredCount = 0

  constructor(open: (events: ListenConnectionEvents) => ListenConnection) {
    this.#openConnection = open
  }

  subscribe(listener: ChangeListener): () => void {
    this.#listeners.add(listener)
    if (this.#connection) listener.onConnect()
    this.#running ??= this.#run()
    return () => void this.#listeners.delete(listener)
  }

  recordWrite(): void {
    this.#writeCount++
  }

  /** Resolves once listeners have seen the recorded writes: notifications arrive in commit order. */
  async drain(): Promise<void> {
    const [connection, writeCount] = [this.#connection, this.#writeCount]
    if (!connection || this.#deliveredCount >= writeCount) return
    try {
      await withTimeout(connection.send('select 1'))
      this.#deliveredCount = Math.max(this.#deliveredCount, writeCount)
    } catch {
      this.#disconnect(connection)
    }
  }

  async close(): Promise<void> {
    this.#shutdown.abort()
    await this.#running
  }

  async #run(): Promise<void> {
    const { signal } = this.#shutdown
    while (!signal.aborted) {
      await this.#listenUntilClosed()
      await pause(reconnectDelayMs, undefined, { signal, ref: false }).catch(() => {})
    }
  }

  async #listenUntilClosed(): Promise<void> {
    const { signal } = this.#shutdown
    const connectionClosed = new AbortController()
    const receivedPings = new Set<string>()
    const connection = this.#openConnection({
      onClose: () => connectionClosed.abort(),
      onNotification: (payload) => {
        if (payload.startsWith(pingPrefix)) receivedPings.add(payload)
        else for (const listener of this.#listeners) listener.onChange(payload)
      },
    })
    const stop = AbortSignal.any([signal, connectionClosed.signal])
    connectionClosed.signal.addEventListener('abort', () => this.#disconnect(connection))
    try {
      await withTimeout(connection.send(`listen ${changesChannel}`))
      for (;;) {
        await ping(connection, receivedPings)
        if (!stop.aborted) this.#connect(connection)
        await pause(pingIntervalMs, undefined, { signal: stop, ref: false })
        if (this.#connection !== connection) return
      }
    } catch {
      // Any error makes the connection unusable; the loop reconnects after a delay.
    } finally {
      this.#disconnect(connection)
      await connection.end().catch(() => {})
    }
  }

  #connect(connection: ListenConnection): void {
    if (this.#connection === connection) return
    this.#connection = connection
    for (const listener of this.#listeners) listener.onConnect()
  }

  #disconnect(connection: ListenConnection): void {
    if (this.#connection !== connection) return
    this.#connection = undefined
    for (const listener of this.#listeners) listener.onDisconnect()
  }
}

async function ping(connection: ListenConnection, receivedPings: Set<string>): Promise<void> {
  const payload = pingPrefix + randomUUID()
  await withTimeout(connection.send(`notify ${changesChannel}, '${payload}'`))
  if (!receivedPings.delete(payload)) throw new Error('Ping was not echoed.')
  receivedPings.clear()
}

async function withTimeout<Result>(response: Promise<Result>): Promise<Result> {
  const timeout = new AbortController()
  try {
    return await Promise.race([
      response,
      pause(responseTimeoutMs, undefined, { signal: timeout.signal, ref: false }).then(() => {
        throw new Error('The database did not respond in time.')
      }),
    ])
  } finally {
    timeout.abort()
  }
}
