import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setImmediate as yieldToOthers } from 'node:timers/promises'
import { createGzip } from 'node:zlib'
import { createStream } from './reporting-faults.ts'
import type { FakeReport } from './reporting-world.ts'

const chunkCharacters = 1 << 16
/** Smaller files are sent from memory; the length of larger ones takes a pass of its own. */
const maxBufferedBytes = 1 << 20

export interface Download {
  body: Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>
  /** The Content-Length. */
  bytes: number
}

type Coding = 'gzip' | 'identity'

/** Caches the size of large files for the next attempt. */
const knownBytes: Record<Coding, WeakMap<FakeReport, number>> = {
  gzip: new WeakMap(),
  identity: new WeakMap(),
}

export async function createDownload(report: FakeReport, coding: Coding): Promise<Download> {
  const known = knownBytes[coding].get(report)
  if (known !== undefined) return { body: createStream(encode(report, coding)), bytes: known }
  const buffered: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of encode(report, coding)) {
    bytes += chunk.length
    if (bytes <= maxBufferedBytes) buffered.push(chunk)
    else buffered.length = 0
  }
  if (bytes <= maxBufferedBytes) return { body: Buffer.concat(buffered), bytes }
  knownBytes[coding].set(report, bytes)
  return { body: createStream(encode(report, coding)), bytes }
}

/** Gzip gives the same bytes each time. */
async function* encode(report: FakeReport, coding: Coding): AsyncGenerator<Uint8Array> {
  const chunks = createChunks(report)
  if (coding === 'identity') return yield* chunks
  const gzip = createGzip({ level: 1 })
  const packing = pipeline(Readable.from(chunks), gzip)
  // Fails when the reader goes away.
  packing.catch(() => {})
  for await (const chunk of gzip) yield chunk
  await packing
}

async function* createChunks({ content }: FakeReport): AsyncGenerator<Uint8Array> {
  let text = ''
  for await (const part of typeof content === 'string' ? [content] : content()) {
    text += part
    if (text.length < chunkCharacters) continue
    yield Buffer.from(text)
    text = ''
    // The client under test may share the process.
    await yieldToOthers()
  }
  if (text !== '') yield Buffer.from(text)
}
