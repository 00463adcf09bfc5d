import type { Queryable } from './database.ts'
import type { Sql } from './sql.ts'

const sliceBytes = 1 << 20
const linesPerChunk = 2000
const specialCharacters = /[\\\t\n\r]/
const escapes: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }

export type CopyValue = string | number | boolean | null

export const formatCopyField = (value: CopyValue): string => {
  if (value === null) return '\\N'
  const text = String(value)
  return specialCharacters.test(text)
    ? text.replace(/[\\\t\n\r]/g, (character) => escapes[character] ?? character)
    : text
}

export const formatCopyLine = (values: readonly CopyValue[]): string =>
  `${values.map(formatCopyField).join('\t')}\n`

export type CopyTarget = Pick<Queryable, 'copyIn'>

/** Double-buffered COPY: one slice of about 1 MiB is in flight while the next one fills, so memory use is constant. */
export class CopyWriter {
  readonly #db: CopyTarget
  readonly #target: Sql
  #lines: string[] = []
  #chunks: Buffer[] = []
  #bytes = 0
  #inFlight: Promise<void> = Promise.resolve()

  /** `target`: `table (columns)` */
  constructor(db: CopyTarget, target: Sql) {
    this.#db = db
    this.#target = target
  }

  add(line: string): void {
    if (this.#lines.push(line) >= linesPerChunk) this.#encodeLines()
  }

  get isFull(): boolean {
    return this.#bytes >= sliceBytes
  }

  async flush(): Promise<void> {
    this.#encodeLines()
    if (this.#bytes >= sliceBytes) await this.#send()
  }

  async end(): Promise<void> {
    this.#encodeLines()
    if (this.#bytes > 0) await this.#send()
    await this.#inFlight
  }

  /** Waits for the slice in flight; nothing is stored after this. */
  async abort(): Promise<void> {
    this.#lines = []
    this.#chunks = []
    this.#bytes = 0
    await Promise.allSettled([this.#inFlight])
  }

  /** Encodes early, so that the many small strings are garbage-collected young. */
  #encodeLines(): void {
    if (this.#lines.length === 0) return
    const chunk = Buffer.from(this.#lines.join(''))
    this.#lines = []
    this.#chunks.push(chunk)
    this.#bytes += chunk.length
  }

  async #send(): Promise<void> {
    const slice = Buffer.concat(this.#chunks)
    this.#chunks = []
    this.#bytes = 0
    await this.#inFlight
    this.#inFlight = this.#db.copyIn(this.#target, slice)
    // The next await rethrows; this avoids an unhandled rejection in the meantime.
    this.#inFlight.catch(() => {})
  }
}

/** `target`: `table (columns)` */
export async function copyRows(
  db: Queryable,
  target: Sql,
  rows: Iterable<readonly CopyValue[]>,
): Promise<void> {
  const writer = new CopyWriter(db, target)
  for (const row of rows) {
    writer.add(formatCopyLine(row))
    if (writer.isFull) await writer.flush()
  }
  await writer.end()
}
