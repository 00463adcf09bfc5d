import { isUtf8 } from 'node:buffer'
import { createHash } from 'node:crypto'
import { openBytes } from './bytes.ts'
import { FileRefused } from './refused.ts'

const blockBytes = 1 << 17
const longestLine = 1 << 24
const lineFeed = 0x0a

/**
 * A file's text, unpacked where it is gzip, in blocks of whole lines that are proper UTF-8. A block is only good until
 * the next one is asked for: they share their memory. `read` hears how many bytes of the file have been read so far.
 * @throws {FileRefused} when it is damaged or cut off, with the line
 */
export async function* readLines(path: string, read?: (bytes: number) => void): AsyncGenerator<Buffer> {
  let line = 1
  let memory: Buffer = Buffer.allocUnsafe(blockBytes)
  let filled = 0
  try {
    await using source = await openBytes(path, read)
    for (;;) {
      const bytes = await source.fill(memory.subarray(filled))
      if (bytes === 0) break
      filled += bytes
      const end = memory.subarray(0, filled).lastIndexOf(lineFeed) + 1
      if (end > 0) {
        const block = memory.subarray(0, end)
        if (!isUtf8(block) || block.includes(0)) throw unreadable(block, line)
        line += linesIn(block)
        yield block
        memory.copyWithin(0, end, filled)
        filled -= end
      }
      if (filled === memory.length) memory = grown(memory, line)
    }
  } catch (error) {
    throw asRefusal(error, line)
  }
  if (filled > 0) throw new FileRefused('the file is cut off: its last line has no end', line)
}

/** Twice the memory, for a line that is longer than a block. */
function grown(memory: Buffer, line: number): Buffer {
  if (memory.length >= longestLine) throw new FileRefused('the line does not end', line)
  const more = Buffer.allocUnsafe(memory.length * 2)
  memory.copy(more)
  return more
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
    head ??= Buffer.from(block)
  }
  if (!head) throw new FileRefused('the file is empty: not even a header')
  return { sha256: hash.digest('hex'), head }
}
