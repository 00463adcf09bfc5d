import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'

/** The channel of PostgreSQL's notifications on which the triggers tell of changes. */
export const changesChannel = 'hookline_changes'

/** Who wants to hear of changes in the database, whoever makes them. */
export interface ChangeListener {
  /** From now on every change is heard of; nothing is known of those before. */
  onConnect(): void
  /** From now on nothing is heard. */
  onDisconnect(): void
  /** After a change was committed: what kind of change. */
  onChange(kind: string): void
}

/** A connection that stays with one session of the database. */
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
 * Follows the changes on a line of its own while somebody listens. A line counts only while what is said on it comes
 * back, again and again: one that hangs, or leads through a pooler that lends out sessions, would stay silent forever.
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

  /** @returns how to stop */
  subscribe(listener: ChangeListener): () => void {
    this.#listeners.add(listener)
    if (this.#connection) listener.onConnect()
    this.#running ??= this.#run()
    return () => void this.#listeners.delete(listener)
  }

  /** To be called after each statement of this process that may have changed something. */
  recordWrite(): void {
    this.#writeCount++
  }

  /** Comes when the listeners have heard of what this process has changed: a line hears in the order of commits. */
  async drain(): Promise<void> {
    const [line, writes] = [this.#connection, this.#writeCount]
    if (!line || this.#deliveredCount >= writes) return
    try {
      await withTimeout(line.send('select 1'))
      this.#deliveredCount = Math.max(this.#deliveredCount, writes)
    } catch {
      this.#disconnect(line)
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

  /** One line, from its beginning to its end. */
  async #listenUntilClosed(): Promise<void> {
    const { signal } = this.#shutdown
    const ended = new AbortController()
    const heardPings = new Set<string>()
    const line = this.#openConnection({
      onClose: () => ended.abort(),
      onNotification: (payload) => {
        if (payload.startsWith(pingPrefix)) heardPings.add(payload)
        else for (const listener of this.#listeners) listener.onChange(payload)
      },
    })
    const stop = AbortSignal.any([signal, ended.signal])
    ended.signal.addEventListener('abort', () => this.#disconnect(line))
    try {
      await withTimeout(line.send(`listen ${changesChannel}`))
      for (;;) {
        await ping(line, heardPings)
        if (!stop.aborted) this.#connect(line)
        await pause(pingIntervalMs, undefined, { signal: stop, ref: false })
        if (this.#connection !== line) return
      }
    } catch {
      // Whatever it was, the line is of no use any more; another one is tried.
    } finally {
      this.#disconnect(line)
      await line.end().catch(() => {})
    }
  }

  #connect(line: ListenConnection): void {
    if (this.#connection === line) return
    this.#connection = line
    for (const listener of this.#listeners) listener.onConnect()
  }

  #disconnect(line: ListenConnection): void {
    if (this.#connection !== line) return
    this.#connection = undefined
    for (const listener of this.#listeners) listener.onDisconnect()
  }
}

async function ping(connection: ListenConnection, receivedPings: Set<string>): Promise<void> {
  const payload = pingPrefix + randomUUID()
  await withTimeout(connection.send(`notify ${changesChannel}, '${payload}'`))
  if (!receivedPings.delete(payload)) throw new Error('What was said on the line has not come back.')
  receivedPings.clear()
}

/** @throws when there is no answer for too long */
async function withTimeout<Result>(response: Promise<Result>): Promise<Result> {
  const timeout = new AbortController()
  try {
    return await Promise.race([
      response,
      pause(responseTimeoutMs, undefined, { signal: timeout.signal, ref: false }).then(() => {
        throw new Error('The database has not answered in time.')
      }),
    ])
  } finally {
    timeout.abort()
  }
}
