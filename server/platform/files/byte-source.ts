import type { FileHandle } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { FileRefusal } from './file-refusal.ts'

const gzipChunkBytes = 1 << 16

export interface ByteSource extends AsyncDisposable {
  /** @returns the number of bytes read, 0 at the end of the file */
  readInto(memory: Buffer): Promise<number>
}

/**
 * The largest installation in docs/operating/upkeep/cluster.md (“Sizes”) reports 36 million lines a day, about 8 GB.
 * No maximum ratio: the lines of a report repeat each other, so a high one proves nothing.
 */
export const maxUnpackedBytes = 64 * 1024 ** 3

export function refuseOversize(unpackedBytes: number): void {
  if (unpackedBytes > maxUnpackedBytes)
    throw new FileRefusal(
      'unpacked, the file has more than 64 GiB, the maximum: no report is that large; download it again',
    )
}

/** Counts what is unpacked: the size that a compressed file declares may be wrong. */
export function limitSize(source: ByteSource): ByteSource {
  let unpackedBytes = 0
  return {
    async readInto(memory) {
      const bytes = await source.readInto(memory)
      unpackedBytes += bytes
      refuseOversize(unpackedBytes)
      return bytes
    },
    [Symbol.asyncDispose]: () => source[Symbol.asyncDispose](),
  }
}

export function createPlainSource(file: FileHandle, onRead?: (bytes: number) => void): ByteSource {
  let position = 0
  return {
    async readInto(memory) {
      const { bytesRead } = await file.read(memory, 0, memory.length, position)
      position += bytesRead
      onRead?.(position)
      return bytesRead
    },
    [Symbol.asyncDispose]: () => file.close(),
  }
}

/** Unpacks what another source reads. */
export function gunzipSource(source: ByteSource): ByteSource {
  const stream = Readable.from(readChunks(source))
  const gunzip = createGunzip({ chunkSize: gzipChunkBytes })
  stream.on('error', (error) => gunzip.destroy(error))
  return createStreamSource(stream.pipe(gunzip), async () => {
    stream.destroy()
    gunzip.destroy()
    await source[Symbol.asyncDispose]()
  })
}

async function* readChunks(source: ByteSource): AsyncGenerator<Buffer> {
  for (;;) {
    const memory = Buffer.allocUnsafe(gzipChunkBytes)
    const bytes = await source.readInto(memory)
    if (bytes === 0) return
    yield memory.subarray(0, bytes)
  }
}

export function createGzipSource(file: FileHandle, onRead?: (bytes: number) => void): ByteSource {
  const stream = file.createReadStream({ start: 0, highWaterMark: gzipChunkBytes, autoClose: false })
  const gunzip = createGunzip({ chunkSize: gzipChunkBytes })
  stream.on('error', (error) => gunzip.destroy(error))
  if (onRead) stream.on('data', () => onRead(stream.bytesRead))
  return createStreamSource(stream.pipe(gunzip), async () => {
    stream.destroy()
    gunzip.destroy()
    await file.close()
  })
}

function createStreamSource(stream: Readable, dispose: () => Promise<void>): ByteSource {
  const chunks = stream[Symbol.asyncIterator]() as AsyncIterator<Buffer>
  let remaining: Buffer = Buffer.alloc(0)
  return {
    async readInto(memory) {
      if (remaining.length === 0) {
        const { value, done } = await chunks.next()
        if (done) return 0
        remaining = value
      }
      const bytes = remaining.copy(memory)
      remaining = remaining.subarray(bytes)
      return bytes
    },
    [Symbol.asyncDispose]: dispose,
  }
}
