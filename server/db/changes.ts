import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'

/** The channel of PostgreSQL's notifications on which the triggers tell of changes. */
export const changesChannel = 'hookline_changes'

/** Who wants to hear of changes in the database, whoever makes them. */
export interface Listener {
  /** From now on every change is heard of; nothing is known of those before. */
  connected(): void
  /** From now on nothing is heard. */
  lost(): void
  /** After a change was committed: what kind of change. */
  changed(kind: string): void
}

/** A connection that stays with one session of the database. */
export interface Line {
  send(statement: string): Promise<unknown>
  end(): Promise<void>
}

export interface LineEvents {
  notified(payload: string): void
  closed(): void
}

const retryMs = 1_000
const pingEveryMs = 5_000
const answerMs = 5_000
const pingMark = 'ping '

/**
 * Follows the changes on a line of its own while somebody listens. A line counts only while what is said on it comes
 * back, again and again: one that hangs, or leads through a pooler that lends out sessions, would stay silent forever.
 */
export class ChangeFollower {
  readonly #open: (events: LineEvents) => Line
  readonly #listeners = new Set<Listener>()
  readonly #closing = new AbortController()
  #running: Promise<void> | undefined
  #line: Line | undefined
  #writes = 0
  #heard = 0

  constructor(open: (events: LineEvents) => Line) {
    this.#open = open
  }

  /** @returns how to stop */
  add(listener: Listener): () => void {
    this.#listeners.add(listener)
    if (this.#line) listener.connected()
    this.#running ??= this.#run()
    return () => void this.#listeners.delete(listener)
  }

  /** To be called after each statement of this process that may have changed something. */
  wrote(): void {
    this.#writes++
  }

  /** Comes when the listeners have heard of what this process has changed: a line hears in the order of commits. */
  async caughtUp(): Promise<void> {
    const [line, writes] = [this.#line, this.#writes]
    if (!line || this.#heard >= writes) return
    try {
      await inTime(line.send('select 1'))
      this.#heard = Math.max(this.#heard, writes)
    } catch {
      this.#lose(line)
    }
  }

  async close(): Promise<void> {
    this.#closing.abort()
    await this.#running
  }

  async #run(): Promise<void> {
    const { signal } = this.#closing
    while (!signal.aborted) {
      await this.#follow()
      await pause(retryMs, undefined, { signal, ref: false }).catch(() => {})
    }
  }

  /** One line, from its beginning to its end. */
  async #follow(): Promise<void> {
    const { signal } = this.#closing
    const ended = new AbortController()
    const heardPings = new Set<string>()
    const line = this.#open({
      closed: () => ended.abort(),
      notified: (payload) => {
        if (payload.startsWith(pingMark)) heardPings.add(payload)
        else for (const listener of this.#listeners) listener.changed(payload)
      },
    })
    const stop = AbortSignal.any([signal, ended.signal])
    ended.signal.addEventListener('abort', () => this.#lose(line))
    try {
      await inTime(line.send(`listen ${changesChannel}`))
      for (;;) {
        await ping(line, heardPings)
        if (!stop.aborted) this.#gain(line)
        await pause(pingEveryMs, undefined, { signal: stop, ref: false })
        if (this.#line !== line) return
      }
    } catch {
      // Whatever it was, the line is of no use any more; another one is tried.
    } finally {
      this.#lose(line)
      await line.end().catch(() => {})
    }
  }

  #gain(line: Line): void {
    if (this.#line === line) return
    this.#line = line
    for (const listener of this.#listeners) listener.connected()
  }

  #lose(line: Line): void {
    if (this.#line !== line) return
    this.#line = undefined
    for (const listener of this.#listeners) listener.lost()
  }
}

async function ping(line: Line, heard: Set<string>): Promise<void> {
  const mark = pingMark + randomUUID()
  await inTime(line.send(`notify ${changesChannel}, '${mark}'`))
  if (!heard.delete(mark)) throw new Error('What was said on the line has not come back.')
  heard.clear()
}

/** @throws when there is no answer for too long */
async function inTime<Result>(answer: Promise<Result>): Promise<Result> {
  const late = new AbortController()
  try {
    return await Promise.race([
      answer,
      pause(answerMs, undefined, { signal: late.signal, ref: false }).then(() => {
        throw new Error('The database has not answered in time.')
      }),
    ])
  } finally {
    late.abort()
  }
}
