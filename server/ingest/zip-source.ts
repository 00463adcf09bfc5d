import type { Readable } from 'node:stream'
import { crc32 } from 'node:zlib'
import { type Entry, openPromise, type ZipFile } from 'yauzl'
import { FileRefusal } from '#server/files/file-refusal.ts'
import { type ByteSource, refuseOversize } from './byte-source.ts'

/** The only file of a zip archive. @throws {FileRefusal} when there is not just one, or the archive is damaged */
export async function createZipSource(path: string, onRead?: (bytes: number) => void): Promise<ByteSource> {
  const archive = await openPromise(path, { autoClose: false }).catch(refuseDamage)
  try {
    const entry = await findOnlyFile(archive)
    const stream = await archive.openReadStreamPromise(entry)
    return createEntrySource(archive, entry, stream, onRead)
  } catch (error) {
    archive.close()
    return refuseDamage(error)
  }
}

async function findOnlyFile(archive: ZipFile): Promise<Entry> {
  const files: Entry[] = []
  // macOS adds a folder of its own.
  for await (const entry of archive.eachEntry())
    if (!entry.fileName.endsWith('/') && !entry.fileName.startsWith('__MACOSX/')) files.push(entry)
  const [file] = files
  if (!file || files.length > 1)
    throw new FileRefusal(`the zip archive contains ${files.length} files: it has to be one report`)
  refuseOversize(file.uncompressedSize)
  if (file.isEncrypted()) throw new FileRefusal('the zip archive is encrypted')
  return file
}

function createEntrySource(
  archive: ZipFile,
  { uncompressedSize, compressedSize, crc32: expectedChecksum }: Entry,
  stream: Readable,
  onRead: ((bytes: number) => void) | undefined,
): ByteSource {
  const chunks = stream[Symbol.asyncIterator]() as AsyncIterator<Buffer>
  let remaining: Buffer = Buffer.alloc(0)
  let checksum = 0
  let readBytes = 0
  return {
    async readInto(memory) {
      if (remaining.length === 0) {
        const { value, done } = await chunks.next().catch(refuseDamage)
        if (done) {
          if (checksum !== expectedChecksum) throw new FileRefusal('the zip archive is damaged (checksum)')
          return 0
        }
        remaining = value
        checksum = crc32(value, checksum)
        readBytes += value.length
        onRead?.((readBytes / uncompressedSize) * compressedSize)
      }
      const bytes = remaining.copy(memory)
      remaining = remaining.subarray(bytes)
      return bytes
    },
    async [Symbol.asyncDispose]() {
      stream.destroy()
      archive.close()
    },
  }
}

/** The library throws plain errors; those of the file system have a code, and zlib's begin with `Z_`. */
function refuseDamage(error: unknown): never {
  const { code, message } = error as NodeJS.ErrnoException
  if (error instanceof FileRefusal || (code !== undefined && !code.startsWith('Z_'))) throw error
  throw new FileRefusal(`the zip archive is damaged (${message})`)
}
