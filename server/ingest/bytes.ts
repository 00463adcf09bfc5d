import { type FileHandle, open } from 'node:fs/promises'
import { createGunzip } from 'node:zlib'

const packedBytes = 1 << 16

/** A file's content, piece by piece. */
export interface Bytes extends AsyncDisposable {
  /** Reads into the memory given; 0 at the end. */
  fill(memory: Buffer): Promise<number>
}

/** Opens a file and unpacks it where it is gzip. `read` hears how many bytes of the file have been read so far. */
export async function openBytes(path: string, read?: (bytes: number) => void): Promise<Bytes> {
  const file = await open(path)
  try {
    return (await isGzip(file)) ? unpacked(file, read) : plain(file, read)
  } catch (error) {
    await file.close()
    throw error
  }
}

/** By its first bytes, whatever its name says: what is fetched over HTTP is often packed without saying so. */
async function isGzip(file: FileHandle): Promise<boolean> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(2), 0, 2, 0)
  return bytesRead === 2 && buffer[0] === 0x1f && buffer[1] === 0x8b
}

function plain(file: FileHandle, read?: (bytes: number) => void): Bytes {
  let place = 0
  return {
    async fill(memory) {
      const { bytesRead } = await file.read(memory, 0, memory.length, place)
      place += bytesRead
      read?.(place)
      return bytesRead
    },
    [Symbol.asyncDispose]: () => file.close(),
  }
}

function unpacked(file: FileHandle, read?: (bytes: number) => void): Bytes {
  const stream = file.createReadStream({ start: 0, highWaterMark: packedBytes, autoClose: false })
  const text = createGunzip({ chunkSize: packedBytes })
  stream.on('error', (error) => text.destroy(error))
  if (read) stream.on('data', () => read(stream.bytesRead))
  const chunks = stream.pipe(text)[Symbol.asyncIterator]() as AsyncIterator<Buffer>
  let rest: Buffer = Buffer.alloc(0)
  return {
    async fill(memory) {
      if (rest.length === 0) {
        const { value, done } = await chunks.next()
        if (done) return 0
        rest = value
      }
      const bytes = rest.copy(memory)
      rest = rest.subarray(bytes)
      return bytes
    },
    async [Symbol.asyncDispose]() {
      stream.destroy()
      text.destroy()
      await file.close()
    },
  }
}
