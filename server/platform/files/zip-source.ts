import type { Readable } from 'node:stream'
import { crc32 } from 'node:zlib'
import { type Entry, fromBufferPromise, openPromise, type ZipFile } from 'yauzl'
import { type ByteSource, refuseOversize } from './byte-source.ts'
import { FileRefusal, quoteValue } from './file-refusal.ts'

export interface ZippedFile {
  /** Includes its folders. */
  name: string
  compressedBytes: number
}

/** @throws {FileRefusal} when the archive is damaged, or two of its files have the same name */
export async function listZippedFiles(path: string): Promise<ZippedFile[]> {
  const archive = await openPromise(path, { autoClose: false }).catch(refuseDamage)
  try {
    const files = (await readEntries(archive)).map(({ fileName, compressedSize }) => ({
      name: fileName,
      compressedBytes: compressedSize,
    }))
    const repeated = files.find(({ name }, at) => files.findIndex((file) => file.name === name) !== at)
    if (repeated) throw new FileRefusal(`the zip archive contains two files ${quoteValue(repeated.name)}`)
    return files
  } catch (error) {
    return refuseDamage(error)
  } finally {
    archive.close()
  }
}

/**
 * A file of a zip archive, by default its only one.
 * @throws {FileRefusal} when it is not there, or the archive is damaged
 */
export async function createZipSource(
  path: string,
  onRead?: (bytes: number) => void,
  entryName?: string,
): Promise<ByteSource> {
  const archive = await openPromise(path, { autoClose: false }).catch(refuseDamage)
  try {
    const entry = await findFile(archive, entryName)
    const stream = await archive.openReadStreamPromise(entry)
    return createEntrySource(archive, entry, stream, onRead)
  } catch (error) {
    archive.close()
    return refuseDamage(error)
  }
}

/**
 * Inflates everything in an archive once, so that others may read it.
 * @throws {FileRefusal} when it is damaged, or has more bytes than that
 */
export async function checkZippedBytes(archiveBytes: Uint8Array, maxBytes: number): Promise<void> {
  try {
    const archive = await fromBufferPromise(Buffer.from(archiveBytes))
    let bytes = 0
    for await (const entry of archive.eachEntry()) {
      const stream = await archive.openReadStreamPromise(entry)
      for await (const chunk of stream as AsyncIterable<Buffer>) {
        bytes += chunk.length
        if (bytes > maxBytes) throw new FileRefusal('the zip archive is too large')
      }
    }
  } catch (error) {
    refuseDamage(error)
  }
}

async function readEntries(archive: ZipFile): Promise<Entry[]> {
  const files: Entry[] = []
  // macOS adds a folder of its own.
  for await (const entry of archive.eachEntry())
    if (!entry.fileName.endsWith('/') && !entry.fileName.startsWith('__MACOSX/')) files.push(entry)
  return files
}

async function findFile(archive: ZipFile, name: string | undefined): Promise<Entry> {
  const files = (await readEntries(archive)).filter(({ fileName }) => name === undefined || fileName === name)
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
