import { createHash, type Hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream'
import { createGunzip } from 'node:zlib'
import * as z from 'zod/mini'
import { BackupError, BackupHeader, BackupRecord } from './format.ts'

const maxLineBytes = 1 << 20

/** @throws {BackupError} when the file is truncated or modified */
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

export class BackupReader {
  readonly #path: string
  readonly #source: AsyncIterator<Buffer>
  readonly #hash: Hash = createHash('sha256')
  /**
   * Chunks that were read but not consumed. They are joined once there are enough of them, so that each byte is copied
   * once.
   */
  #pieces: Buffer[] = []
  #bufferedBytes = 0
  #digest = ''

  constructor(path: string) {
    this.#path = path
    const gunzip = createGunzip({ chunkSize: 256 * 1024 })
    pipeline(createReadStream(path), gunzip, () => {})
    this.#source = gunzip[Symbol.asyncIterator]() as AsyncIterator<Buffer>
  }

  async readHeader(): Promise<BackupHeader> {
    const line = await this.#readLine()
    const header = z.safeParse(BackupHeader, line)
    if (header.success) return header.data
    const { format, version } = line as { format?: unknown; version?: unknown }
    if (format === 'hookline backup' && typeof version === 'number' && version > 1)
      throw new BackupError(`${this.#path} was written by a newer version.`)
    throw this.#createError()
  }

  /** Null at the end, once the digest is verified. */
  async readRecord(): Promise<Exclude<BackupRecord, { sha256: string }> | null> {
    const record = z.safeParse(BackupRecord, await this.#readLine())
    if (!record.success) throw this.#createError()
    if (!('sha256' in record.data)) return record.data
    if (record.data.sha256 !== this.#digest || !(await this.#isAtEnd())) throw this.#createError()
    return null
  }

  async readChunk(bytes: number): Promise<Uint8Array> {
    while (this.#bufferedBytes < bytes) await this.#fillBuffer()
    return this.#take(bytes)
  }

  async close(): Promise<void> {
    await this.#source.return?.()
  }

  async #readLine(): Promise<unknown> {
    const bytes = await this.#findLineEnd()
    this.#digest = this.#hash.copy().digest('hex')
    try {
      return JSON.parse(this.#take(bytes).toString('utf8'))
    } catch {
      throw this.#createError()
    }
  }

  /** @returns the length of the line, with its end */
  async #findLineEnd(): Promise<number> {
    let searchedBytes = 0
    for (let at = 0; ; at++) {
      if (searchedBytes > maxLineBytes) throw this.#createError()
      if (at === this.#pieces.length) await this.#fillBuffer()
      const piece = this.#pieces[at] ?? Buffer.alloc(0)
      const end = piece.indexOf(10)
      if (end >= 0) return searchedBytes + end + 1
      searchedBytes += piece.byteLength
    }
  }

  #take(bytes: number): Buffer {
    const [first = Buffer.alloc(0)] = this.#pieces
    const buffer = this.#pieces.length === 1 ? first : Buffer.concat(this.#pieces)
    const taken = buffer.subarray(0, bytes)
    this.#pieces = buffer.byteLength > bytes ? [buffer.subarray(bytes)] : []
    this.#bufferedBytes -= bytes
    this.#hash.update(taken)
    return taken
  }

  async #fillBuffer(): Promise<void> {
    const { value, done } = await this.#readNext()
    if (done) throw this.#createError()
    this.#pieces.push(value)
    this.#bufferedBytes += value.byteLength
  }

  async #isAtEnd(): Promise<boolean> {
    return this.#bufferedBytes === 0 && (await this.#readNext()).done === true
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
    new BackupError(`${this.#path} is not a backup, or it is truncated or modified. Nothing was restored.`)
}
