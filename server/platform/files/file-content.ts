import { isUtf8 } from 'node:buffer'
import { createHash, type Hash } from 'node:crypto'
import { FileRefusal } from './file-refusal.ts'
import { refuseForeignContent } from './foreign-content.ts'
import { openByteSource } from './open-byte-source.ts'

const blockBytes = 1 << 17
const maxLineBytes = 1 << 24
const lineFeed = 0x0a

/**
 * Yields blocks of complete lines of valid UTF-8. They share one buffer: a block is valid only until the next one.
 * @throws {FileRefusal} with the line, when the file is damaged or truncated
 */
export async function* readLineBlocks(
  path: string,
  onRead?: (bytes: number) => void,
  entryPath?: readonly string[],
): AsyncGenerator<Buffer> {
  let line = 1
  let buffer: Buffer = Buffer.allocUnsafe(blockBytes)
  let filled = 0
  let isRecognized = false
  try {
    await using source = await openByteSource(path, onRead, entryPath)
    for (;;) {
      const bytes = await source.readInto(buffer.subarray(filled))
      if (bytes === 0) break
      filled += bytes
      if (!isRecognized) {
        refuseForeignContent(buffer.subarray(0, filled))
        isRecognized = true
      }
      const end = buffer.subarray(0, filled).lastIndexOf(lineFeed) + 1
      if (end > 0) {
        const block = buffer.subarray(0, end)
        if (!isUtf8(block) || block.includes(0)) throw findUnreadableLine(block, line)
        line += countLines(block)
        yield block
        buffer.copyWithin(0, end, filled)
        filled -= end
      }
      if (filled === buffer.length) buffer = growBuffer(buffer, line)
    }
  } catch (error) {
    throw toReadRefusal(error, line)
  }
  if (filled > 0) throw new FileRefusal('the file is truncated: its last line has no line break', line)
}

function growBuffer(buffer: Buffer, line: number): Buffer {
  if (buffer.length >= maxLineBytes) throw new FileRefusal('the line is too long', line)
  const larger = Buffer.allocUnsafe(buffer.length * 2)
  buffer.copy(larger)
  return larger
}

function countLines(block: Buffer): number {
  let count = 0
  for (let at = block.indexOf(lineFeed); at >= 0; at = block.indexOf(lineFeed, at + 1)) count++
  return count
}

function findUnreadableLine(block: Buffer, firstLine: number): FileRefusal {
  let line = firstLine
  for (let start = 0; start < block.length; line++) {
    const end = block.indexOf(lineFeed, start) + 1
    const text = block.subarray(start, end)
    if (text.includes(0)) return new FileRefusal('there are NUL bytes: the file is damaged', line)
    if (!isUtf8(text)) return new FileRefusal('this is not UTF-8 text', line)
    start = end
  }
  throw new Error('A block failed validation, but all of its lines are valid.')
}

function toReadRefusal(error: unknown, line: number): unknown {
  const code = (error as NodeJS.ErrnoException).code ?? ''
  if (code === 'Z_BUF_ERROR') return new FileRefusal('the gzip file is truncated', line)
  if (code.startsWith('Z_')) return new FileRefusal('the gzip file is damaged', line)
  if (code === 'EACCES' || code === 'EPERM') return new FileRefusal('permission to read the file was denied')
  if (code === 'ENOENT') return new FileRefusal('there is no such file')
  if (code === 'EIO') return new FileRefusal('the disk reported a read error')
  return error
}

export async function* hashBlocks(blocks: AsyncIterable<Buffer>, hash: Hash): AsyncGenerator<Buffer> {
  for await (const block of blocks) {
    hash.update(block)
    yield block
  }
}

export interface FileInspection {
  sha256: string
  head: Buffer
}

/** @throws {FileRefusal} when the file is damaged, truncated or empty */
export async function inspectFile(
  path: string,
  onRead?: (bytes: number) => void,
  entryPath?: readonly string[],
): Promise<FileInspection> {
  const hash = createHash('sha256')
  let head: Buffer | undefined
  for await (const block of readLineBlocks(path, onRead, entryPath)) {
    hash.update(block)
    head ??= Buffer.from(block)
  }
  if (!head) throw new FileRefusal('the file is empty: it has no header')
  return { sha256: hash.digest('hex'), head }
}
