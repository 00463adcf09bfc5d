import { isUtf8 } from 'node:buffer'
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { createGunzip } from 'node:zlib'
import { FileRefused } from './refused.ts'

const blockBytes = 1 << 17
const longestLine = 1 << 24
const lineFeed = 0x0a

/**
 * A file's text, unpacked where it is gzip, in blocks of whole lines that are proper UTF-8. `read` hears how many
 * bytes of the file have been read so far.
 * @throws {FileRefused} when it is damaged or cut off, with the line
 */
export async function* readLines(path: string, read?: (bytes: number) => void): AsyncGenerator<Buffer> {
  let line = 1
  let rest: Buffer = Buffer.alloc(0)
  try {
    for await (const chunk of await unpacked(path, read)) {
      const text = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk
      const end = text.lastIndexOf(lineFeed) + 1
      rest = text.subarray(end)
      if (rest.length > longestLine) throw new FileRefused('the line does not end', line)
      if (end === 0) continue
      const block = text.subarray(0, end)
      const sound = isUtf8(block) && !block.includes(0)
      if (!sound) throw unreadable(block, line)
      line += linesIn(block)
      yield block
    }
  } catch (error) {
    throw asRefusal(error, line)
  }
  if (rest.length > 0) throw new FileRefused('the file is cut off: its last line has no end', line)
}

async function unpacked(path: string, read?: (bytes: number) => void): Promise<AsyncIterable<Buffer>> {
  const packed = await isGzip(path)
  const file = createReadStream(path, { highWaterMark: blockBytes })
  if (read) file.on('data', () => read(file.bytesRead))
  if (!packed) return file
  const text = createGunzip({ chunkSize: blockBytes })
  file.on('error', (error) => text.destroy(error))
  text.on('close', () => file.destroy())
  return file.pipe(text)
}

/** By its first bytes, whatever its name says: what is fetched over HTTP is often packed without saying so. */
async function isGzip(path: string): Promise<boolean> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(2), 0, 2, 0)
    return bytesRead === 2 && buffer[0] === 0x1f && buffer[1] === 0x8b
  } finally {
    await file.close()
  }
}

function linesIn(block: Buffer): number {
  let count = 0
  for (let at = block.indexOf(lineFeed); at >= 0; at = block.indexOf(lineFeed, at + 1)) count++
  return count
}

function unreadable(block: Buffer, firstLine: number): FileRefused {
  let line = firstLine
  for (let start = 0; start < block.length; line++) {
    const end = block.indexOf(lineFeed, start) + 1
    const text = block.subarray(start, end)
    if (text.includes(0)) return new FileRefused('there are NUL bytes: the file is damaged', line)
    if (!isUtf8(text)) return new FileRefused('this is not UTF-8 text', line)
    start = end
  }
  throw new Error('A block was refused of which every line is fine.')
}

function asRefusal(error: unknown, line: number): unknown {
  const code = (error as NodeJS.ErrnoException).code ?? ''
  if (code === 'Z_BUF_ERROR') return new FileRefused('the gzip file is cut off', line)
  if (code.startsWith('Z_')) return new FileRefused('the gzip file is damaged', line)
  if (code === 'EACCES' || code === 'EPERM') return new FileRefused('the file may not be read')
  if (code === 'ENOENT') return new FileRefused('there is no such file')
  if (code === 'EIO') return new FileRefused('the file cannot be read from its disk')
  return error
}

/** What identifies a file's content, and its first lines. */
export interface Inspected {
  sha256: string
  head: Buffer
}

/**
 * Reads a file through, before anything of it is stored.
 * @throws {FileRefused} when it is damaged, cut off or empty
 */
export async function inspect(path: string, read?: (bytes: number) => void): Promise<Inspected> {
  const hash = createHash('sha256')
  let head: Buffer | undefined
  for await (const block of readLines(path, read)) {
    hash.update(block)
    head ??= block
  }
  if (!head) throw new FileRefused('the file is empty: not even a header')
  return { sha256: hash.digest('hex'), head }
}
