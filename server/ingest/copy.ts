import type { Queries } from '#server/db/connect.ts'

const sliceBytes = 1 << 20
const linesAtOnce = 2000
const special = /[\\\t\n\r]/
const escapes: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }

export type CopyValue = string | number | boolean | null

/** A value in COPY's text format. */
export const copyField = (value: CopyValue): string => {
  if (value === null) return '\\N'
  const text = String(value)
  return special.test(text)
    ? text.replace(/[\\\t\n\r]/g, (character) => escapes[character] ?? character)
    : text
}

/** A row in COPY's text format, with its line end. */
export const copyLine = (values: readonly CopyValue[]): string => `${values.map(copyField).join('\t')}\n`

/**
 * Gathers COPY lines into slices of about 1 MiB. One slice is on its way while the next one is gathered, so that
 * reading and storing overlap and memory stays flat.
 */
export class Slices {
  readonly #db: Queries
  readonly #into: string
  #lines: string[] = []
  #parts: Buffer[] = []
  #bytes = 0
  #onItsWay: Promise<void> = Promise.resolve()

  constructor(db: Queries, into: string) {
    this.#db = db
    this.#into = into
  }

  add(line: string): void {
    if (this.#lines.push(line) >= linesAtOnce) this.#pack()
  }

  get isFull(): boolean {
    return this.#bytes >= sliceBytes
  }

  /** Sends what has been gathered when it is a slice's worth; waits while the slice before is on its way. */
  async flush(): Promise<void> {
    this.#pack()
    if (this.#bytes >= sliceBytes) await this.#send()
  }

  /** Sends the rest and waits until all is stored. */
  async end(): Promise<void> {
    this.#pack()
    if (this.#bytes > 0) await this.#send()
    await this.#onItsWay
  }

  /** Waits for the slice on its way, whatever becomes of it: nothing is stored after this. */
  async abandon(): Promise<void> {
    this.#lines = []
    this.#parts = []
    this.#bytes = 0
    await Promise.allSettled([this.#onItsWay])
  }

  /** Text becomes bytes soon, so that the many small strings are gone while they are still cheap to clear away. */
  #pack(): void {
    if (this.#lines.length === 0) return
    const part = Buffer.from(this.#lines.join(''))
    this.#lines = []
    this.#parts.push(part)
    this.#bytes += part.length
  }

  async #send(): Promise<void> {
    const slice = Buffer.concat(this.#parts)
    this.#parts = []
    this.#bytes = 0
    await this.#onItsWay
    this.#onItsWay = this.#db.copy(this.#into, slice)
    // Whoever waits next hears of a failure; until then it is not an unhandled one.
    this.#onItsWay.catch(() => {})
  }
}

/** Appends rows, about 1 MiB at a time. `into` is `table (columns)`. */
export async function copyRows(
  db: Queries,
  into: string,
  rows: Iterable<readonly CopyValue[]>,
): Promise<void> {
  const slices = new Slices(db, into)
  for (const row of rows) {
    slices.add(copyLine(row))
    if (slices.isFull) await slices.flush()
  }
  await slices.end()
}
