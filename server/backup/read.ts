import { createHash, type Hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream'
import { createGunzip } from 'node:zlib'
import * as z from 'zod/mini'
import { BackupRefused, Head, Part } from './format.ts'

const mostLine = 1 << 20

/** Reads a file through before anything is done with it. @throws {BackupRefused} when it is not as it was written */
export async function requireWhole(path: string, signal?: AbortSignal): Promise<void> {
  const file = new BackupFile(path)
  try {
    await file.head()
    for (let part = await file.part(); part; part = await file.part()) {
      signal?.throwIfAborted()
      if ('bytes' in part) await file.chunk(part.bytes)
    }
  } finally {
    await file.close()
  }
}

/** Reads a backup from its beginning to its end, and knows in the end whether it is whole. */
export class BackupFile {
  readonly #path: string
  readonly #source: AsyncIterator<Buffer>
  readonly #hash: Hash = createHash('sha256')
  #read = Buffer.alloc(0)
  /** Of what is before the line that was read last. */
  #digest = ''

  constructor(path: string) {
    this.#path = path
    const plain = createGunzip({ chunkSize: 256 * 1024 })
    // Whoever reads is told what goes wrong.
    pipeline(createReadStream(path), plain, () => {})
    this.#source = plain[Symbol.asyncIterator]() as AsyncIterator<Buffer>
  }

  async head(): Promise<Head> {
    const line = await this.#line()
    const head = z.safeParse(Head, line)
    if (head.success) return head.data
    const { format, version } = line as { format?: unknown; version?: unknown }
    if (format === 'hookline backup' && typeof version === 'number' && version > 1)
      throw new BackupRefused(`${this.#path} was written by a newer version of this program.`)
    throw this.#refused()
  }

  /** The next line, but for the last, with which it ends. */
  async part(): Promise<Exclude<Part, { sha256: string }> | null> {
    const part = z.safeParse(Part, await this.#line())
    if (!part.success) throw this.#refused()
    if (!('sha256' in part.data)) return part.data
    if (part.data.sha256 !== this.#digest || !(await this.#isAtEnd())) throw this.#refused()
    return null
  }

  async chunk(bytes: number): Promise<Uint8Array> {
    while (this.#read.byteLength < bytes) await this.#more()
    return this.#take(bytes)
  }

  async close(): Promise<void> {
    await this.#source.return?.()
  }

  async #line(): Promise<unknown> {
    let end = this.#read.indexOf(10)
    while (end === -1) {
      if (this.#read.byteLength > mostLine) throw this.#refused()
      await this.#more()
      end = this.#read.indexOf(10)
    }
    this.#digest = this.#hash.copy().digest('hex')
    try {
      return JSON.parse(this.#take(end + 1).toString('utf8'))
    } catch {
      throw this.#refused()
    }
  }

  #take(bytes: number): Buffer {
    const taken = this.#read.subarray(0, bytes)
    this.#read = this.#read.subarray(bytes)
    this.#hash.update(taken)
    return taken
  }

  async #more(): Promise<void> {
    const { value, done } = await this.#next()
    if (done) throw this.#refused()
    this.#read = Buffer.concat([this.#read, value])
  }

  async #isAtEnd(): Promise<boolean> {
    return this.#read.byteLength === 0 && (await this.#next()).done === true
  }

  async #next(): Promise<IteratorResult<Buffer>> {
    try {
      return await this.#source.next()
    } catch (error) {
      const { code = '', message } = error as NodeJS.ErrnoException
      if (code === 'ENOENT') throw new BackupRefused(`There is no file ${this.#path}.`)
      if (code.startsWith('Z_')) throw this.#refused()
      throw new BackupRefused(`${this.#path} cannot be read: ${message}`)
    }
  }

  #refused = () =>
    new BackupRefused(`${this.#path} is no backup, or it was cut off or changed. Nothing was restored.`)
}
