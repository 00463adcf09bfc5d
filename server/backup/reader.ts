import { createHash, type Hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream'
import { createGunzip } from 'node:zlib'
import * as z from 'zod/mini'
import { BackupError, BackupHeader, BackupRecord } from './format.ts'

const maxLineBytes = 1 << 20

/** Reads a file through before anything is done with it. @throws {BackupError} when it is not as it was written */
export async function verifyBackup(path: string, signal?: AbortSignal): Promise<void> {
  const reader = new BackupReader(path)
  try {
    await reader.readHeader()
    for (let record = await reader.readRecord(); record; record = await reader.readRecord()) {
      signal?.throwIfAborted()
      if ('bytes' in record) await reader.readChunk(record.bytes)
    }
  } finally {
    await reader.close()
  }
}

/** Reads a backup from its beginning to its end, and knows in the end whether it is whole. */
export class BackupReader {
  readonly #path: string
  readonly #source: AsyncIterator<Buffer>
  readonly #hash: Hash = createHash('sha256')
  #buffer = Buffer.alloc(0)
  /** Of what is before the line that was read last. */
  #digest = ''

  constructor(path: string) {
    this.#path = path
    const plain = createGunzip({ chunkSize: 256 * 1024 })
    // Whoever reads is told what goes wrong.
    pipeline(createReadStream(path), plain, () => {})
    this.#source = plain[Symbol.asyncIterator]() as AsyncIterator<Buffer>
  }

  async readHeader(): Promise<BackupHeader> {
    const line = await this.#readLine()
    const head = z.safeParse(BackupHeader, line)
    if (head.success) return head.data
    const { format, version } = line as { format?: unknown; version?: unknown }
    if (format === 'hookline backup' && typeof version === 'number' && version > 1)
      throw new BackupError(`${this.#path} was written by a newer version of this program.`)
    throw this.#createError()
  }

  /** The next line, but for the last, with which it ends. */
  async readRecord(): Promise<Exclude<BackupRecord, { sha256: string }> | null> {
    const part = z.safeParse(BackupRecord, await this.#readLine())
    if (!part.success) throw this.#createError()
    if (!('sha256' in part.data)) return part.data
    if (part.data.sha256 !== this.#digest || !(await this.#isAtEnd())) throw this.#createError()
    return null
  }

  async readChunk(bytes: number): Promise<Uint8Array> {
    while (this.#buffer.byteLength < bytes) await this.#fillBuffer()
    return this.#take(bytes)
  }

  async close(): Promise<void> {
    await this.#source.return?.()
  }

  async #readLine(): Promise<unknown> {
    let end = this.#buffer.indexOf(10)
    while (end === -1) {
      if (this.#buffer.byteLength > maxLineBytes) throw this.#createError()
      await this.#fillBuffer()
      end = this.#buffer.indexOf(10)
    }
    this.#digest = this.#hash.copy().digest('hex')
    try {
      return JSON.parse(this.#take(end + 1).toString('utf8'))
    } catch {
      throw this.#createError()
    }
  }

  #take(bytes: number): Buffer {
    const taken = this.#buffer.subarray(0, bytes)
    this.#buffer = this.#buffer.subarray(bytes)
    this.#hash.update(taken)
    return taken
  }

  async #fillBuffer(): Promise<void> {
    const { value, done } = await this.#readNext()
    if (done) throw this.#createError()
    this.#buffer = Buffer.concat([this.#buffer, value])
  }

  async #isAtEnd(): Promise<boolean> {
    return this.#buffer.byteLength === 0 && (await this.#readNext()).done === true
  }

  async #readNext(): Promise<IteratorResult<Buffer>> {
    try {
      return await this.#source.next()
    } catch (error) {
      const { code = '', message } = error as NodeJS.ErrnoException
      if (code === 'ENOENT') throw new BackupError(`There is no file ${this.#path}.`)
      if (code.startsWith('Z_')) throw this.#createError()
      throw new BackupError(`${this.#path} cannot be read: ${message}`)
    }
  }

  #createError = () =>
    new BackupError(`${this.#path} is no backup, or it was cut off or changed. Nothing was restored.`)
}
