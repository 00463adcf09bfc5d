import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { createStream } from './reporting-faults.ts'
import type { ReportContent } from './reporting-world.ts'

const chunkCharacters = 1 << 16
/** Smaller files are sent from memory; the length of larger ones takes a pass of its own. */
const maxBufferedBytes = 1 << 20

/** The body with its Content-Length. */
export async function createDownload(
  content: ReportContent,
  isGzip: boolean,
): Promise<{ body: Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>; bytes: number }> {
  const buffered: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of encode(content, isGzip)) {
    bytes += chunk.length
    if (bytes <= maxBufferedBytes) buffered.push(chunk)
    else buffered.length = 0
  }
  if (bytes <= maxBufferedBytes) return { body: Buffer.concat(buffered), bytes }
  return { body: createStream(encode(content, isGzip)), bytes }
}

/** Gzip gives the same bytes each time. */
async function* encode(content: ReportContent, isGzip: boolean): AsyncGenerator<Uint8Array> {
  const chunks = createChunks(content)
  if (!isGzip) return yield* chunks
  const gzip = createGzip({ level: 1 })
  const packing = pipeline(Readable.from(chunks), gzip)
  // Fails when the reader goes away.
  packing.catch(() => {})
  for await (const chunk of gzip) yield chunk
  await packing
}

async function* createChunks(content: ReportContent): AsyncGenerator<Uint8Array> {
  let text = ''
  for await (const part of typeof content === 'string' ? [content] : content()) {
    text += part
    if (text.length < chunkCharacters) continue
    yield Buffer.from(text)
    text = ''
  }
  if (text !== '') yield Buffer.from(text)
}
