import type { Queryable } from './database.ts'

const sliceBytes = 1 << 20
const linesPerChunk = 2000
const specialCharacters = /[\\\t\n\r]/
const escapes: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }

export type CopyValue = string | number | boolean | null

/** A value in COPY's text format. */
export const formatCopyField = (value: CopyValue): string => {
  if (value === null) return '\\N'
  const text = String(value)
  return specialCharacters.test(text)
    ? text.replace(/[\\\t\n\r]/g, (character) => escapes[character] ?? character)
    : text
}

/** A row in COPY's text format, with its line end. */
export const formatCopyLine = (values: readonly CopyValue[]): string =>
  `${values.map(formatCopyField).join('\t')}\n`

/**
 * Gathers COPY lines into slices of about 1 MiB. One slice is on its way while the next one is gathered, so that
 * reading and storing overlap and memory stays flat.
 */
export class CopyWriter {
  readonly #db: Queryable
  readonly #target: string
  #lines: string[] = []
  #chunks: Buffer[] = []
  #bytes = 0
  #inFlight: Promise<void> = Promise.resolve()

  constructor(db: Queryable, into: string) {
    this.#db = db
    this.#target = into
  }

  add(line: string): void {
    if (this.#lines.push(line) >= linesPerChunk) this.#encodeLines()
  }

  get isFull(): boolean {
    return this.#bytes >= sliceBytes
  }

  /** Sends what has been gathered when it is a slice's worth; waits while the slice before is on its way. */
  async flush(): Promise<void> {
    this.#encodeLines()
    if (this.#bytes >= sliceBytes) await this.#send()
  }

  /** Sends the rest and waits until all is stored. */
  async end(): Promise<void> {
    this.#encodeLines()
    if (this.#bytes > 0) await this.#send()
    await this.#inFlight
  }

  /** Waits for the slice on its way, whatever becomes of it: nothing is stored after this. */
  async abort(): Promise<void> {
    this.#lines = []
    this.#chunks = []
    this.#bytes = 0
    await Promise.allSettled([this.#inFlight])
  }

  /** Text becomes bytes soon, so that the many small strings are gone while they are still cheap to clear away. */
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
    // Whoever waits next hears of a failure; until then it is not an unhandled one.
    this.#inFlight.catch(() => {})
  }
}

/** Appends rows, about 1 MiB at a time. `into` is `table (columns)`. */
export async function copyRows(
  db: Queryable,
  target: string,
  rows: Iterable<readonly CopyValue[]>,
): Promise<void> {
  const writer = new CopyWriter(db, target)
  for (const row of rows) {
    writer.add(formatCopyLine(row))
    if (writer.isFull) await writer.flush()
  }
  await writer.end()
}
