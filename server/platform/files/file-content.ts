import { isUtf8 } from 'node:buffer'
import { createHash, type Hash } from 'node:crypto'
import { detectDelimiter, refuseOpenRecord } from './csv-records.ts'
import { decodeSource } from './decoded-source.ts'
import { createDetector } from './encoding/detection.ts'
import { type Encoding, findMarkedEncoding } from './encoding/text.ts'
import { createTruncationRefusal, EncodingRefusal, FileRefusal } from './file-refusal.ts'
import { refuseForeignContent } from './foreign-content.ts'
import { openByteSource } from './open-byte-source.ts'

const blockBytes = 1 << 17
const maxLineBytes = 1 << 24
const lineFeed = 0x0a

export interface FileToRead {
  path: string
  /** Names in a zip archive, and in one inside of it; by default its only file. */
  entryPath?: readonly string[]
  /** UTF-8 by default. */
  encoding?: Encoding
}

interface ReadOptions {
  onRead?: ((bytes: number) => void) | undefined
  /** Called before the last line if it has no line break; without it, such a file is refused. */
  onOpenEnd?: () => void
}

/**
 * Yields blocks of complete lines of valid UTF-8. They share one buffer: a block is valid only until the next one.
 * @throws {FileRefusal} with the line, when the file is damaged or truncated
 */
export async function* readLineBlocks(
  { path, entryPath, encoding = 'utf-8' }: FileToRead,
  { onRead, onOpenEnd }: ReadOptions = {},
): AsyncGenerator<Buffer> {
  let line = 1
  let buffer: Buffer = Buffer.allocUnsafe(blockBytes)
  let filled = 0
  let isRecognized = false
  try {
    await using source = decodeSource(await openByteSource(path, onRead, entryPath), encoding)
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
        refuseUnreadable(block, line)
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
  if (filled === 0) return
  if (!onOpenEnd) throw createTruncationRefusal(line)
  buffer[filled] = lineFeed
  const block = buffer.subarray(0, filled + 1)
  refuseUnreadable(block, line)
  onOpenEnd()
  yield block
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

function refuseUnreadable(block: Buffer, firstLine: number): void {
  if (!isUtf8(block) || block.includes(0)) throw findUnreadableLine(block, firstLine)
}

function findUnreadableLine(block: Buffer, firstLine: number): FileRefusal {
  let line = firstLine
  for (let start = 0; start < block.length; line++) {
    const end = block.indexOf(lineFeed, start) + 1
    const text = block.subarray(start, end)
    if (text.includes(0)) return new FileRefusal('there are NUL bytes: the file is damaged', line)
    if (!isUtf8(text)) return new EncodingRefusal(line)
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
  /** Of the text in UTF-8, with a line break at its end. */
  sha256: string
  head: Buffer
  encoding: Encoding
}

/** @throws {FileRefusal} when the file is damaged, truncated or empty */
export async function inspectFile(file: FileToRead): Promise<FileInspection> {
  return readFile(file, {})
}

/**
 * Inspects a file that people may have saved again: its encoding is detected, and its last line may have no line break.
 * @throws {FileRefusal} when the file is damaged or empty
 */
export async function inspectSavedFile(
  file: FileToRead,
  onRead?: (bytes: number) => void,
): Promise<FileInspection> {
  let isOpenEnded = false
  const onOpenEnd = () => {
    isOpenEnded = true
  }
  const options = { onRead, onOpenEnd }
  const inspection = await readFile(file, options).catch(async (error) => {
    const encoding = error instanceof EncodingRefusal ? await detectEncoding(file) : undefined
    if (encoding) return readFile({ ...file, encoding }, options)
    throw error
  })
  const { head, encoding } = inspection
  if (isOpenEnded && head.indexOf(lineFeed) === head.length - 1) throw createTruncationRefusal(1)
  if (isOpenEnded)
    await refuseOpenRecord(readLineBlocks({ ...file, encoding }, { onOpenEnd }), detectDelimiter(head))
  return inspection
}

async function readFile(file: FileToRead, options: ReadOptions): Promise<FileInspection> {
  const hash = createHash('sha256')
  const head: Buffer[] = []
  let headBytes = 0
  for await (const block of readLineBlocks(file, options)) {
    hash.update(block)
    if (headBytes < blockBytes) head.push(Buffer.from(block))
    headBytes += block.length
  }
  if (headBytes === 0) throw new FileRefusal('the file is empty: it has no header')
  return { sha256: hash.digest('hex'), head: Buffer.concat(head), encoding: file.encoding ?? 'utf-8' }
}

/** Reads such a file: its last line may have no line break. `isOpenEnded` says so once that line has been reached. */
export function readSavedFile(file: FileToRead, onRead?: (bytes: number) => void) {
  let isOpenEnded = false
  const onOpenEnd = () => {
    isOpenEnded = true
  }
  return { blocks: readLineBlocks(file, { onRead, onOpenEnd }), isOpenEnded: () => isOpenEnded }
}

/** Reads all of the file: a few letters do not tell encodings apart. */
async function detectEncoding({ path, entryPath }: FileToRead): Promise<Encoding | undefined> {
  await using source = await openByteSource(path, undefined, entryPath)
  const memory = Buffer.allocUnsafe(blockBytes)
  const detector = createDetector()
  for (let at = 0; ; ) {
    const bytes = await source.readInto(memory)
    const part = memory.subarray(0, bytes)
    const marked = at === 0 ? findMarkedEncoding(part) : undefined
    if (marked || bytes === 0) return marked ?? detector.detect()
    detector.add(part)
    at += bytes
  }
}
