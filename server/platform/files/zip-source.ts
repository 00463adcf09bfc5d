import type { Readable } from 'node:stream'
import { crc32 } from 'node:zlib'
import { type Entry, fromBufferPromise, openPromise, type ZipFile } from 'yauzl'
import { type ByteSource, gunzipSource, refuseOversize } from './byte-source.ts'
import { FileRefusal, quoteValue } from './file-refusal.ts'

export interface ZippedFile {
  /** Names in the archive, and in the archive inside of it; they include folders. */
  entryPath: readonly string[]
  compressedBytes: number
  /** Of an archive that cannot be read. */
  refusal?: FileRefusal
}

/** An archive inside of another is held in memory. */
const maxNestedBytes = 256 * 1024 ** 2
const maxDepth = 2
const maxFiles = 1_000

/**
 * The CSV files of an archive and of archives inside of it; others, such as .DS_Store and documents, are passed over.
 * @throws {FileRefusal} when the archive is damaged, or two of its files have the same name
 */
export async function listZippedFiles(path: string): Promise<ZippedFile[]> {
  const archive = await openPromise(path, { autoClose: false }).catch(refuseDamage)
  try {
    const files = await listFiles(archive, [])
    if (files.length === 0) throw new FileRefusal('the zip archive contains no CSV file')
    return files
  } catch (error) {
    return refuseDamage(error)
  } finally {
    archive.close()
  }
}

async function listFiles(archive: ZipFile, outer: readonly string[]): Promise<ZippedFile[]> {
  const files: ZippedFile[] = []
  const entries = await readEntries(archive)
  if (entries.length > maxFiles)
    throw new FileRefusal(`the zip archive contains more than ${maxFiles} files: unpack it`)
  for (const entry of entries) {
    const { fileName, compressedSize: compressedBytes } = entry
    const file = { entryPath: [...outer, fileName], compressedBytes }
    files.push(...(isCsv(fileName) ? [file] : await listNestedFiles(archive, entry, file)))
  }
  return files
}

/** An inner archive that cannot be read does not keep the others from being read. */
async function listNestedFiles(archive: ZipFile, entry: Entry, file: ZippedFile): Promise<ZippedFile[]> {
  try {
    refuseNested(file.entryPath)
    return await listFiles(await openNested(archive, entry).catch(refuseDamage), file.entryPath)
  } catch (error) {
    if (error instanceof FileRefusal) return [{ ...file, refusal: error }]
    throw error
  }
}

function refuseNested(entryPath: readonly string[]): void {
  if (!/\.zip$/i.test(entryPath.at(-1) ?? ''))
    throw new FileRefusal(
      'this is an archive in an archive, and not a zip archive: unpack the outer one, then this one',
    )
  if (entryPath.length >= maxDepth)
    throw new FileRefusal(
      `there are more than ${maxDepth} archives inside of each other: unpack the outer one`,
    )
}

async function openNested(archive: ZipFile, entry: Entry): Promise<ZipFile> {
  refuseEncryption(entry)
  const chunks: Buffer[] = []
  let bytes = 0
  const stream = await archive.openReadStreamPromise(entry)
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > maxNestedBytes)
      throw new FileRefusal('this archive in an archive has more than 256 MiB: unpack the outer one')
    chunks.push(chunk)
  }
  return fromBufferPromise(Buffer.concat(chunks))
}

/**
 * A file of a zip archive, by default its only one.
 * @throws {FileRefusal} when it is not there, or the archive is damaged
 */
export async function createZipSource(
  path: string,
  onRead?: (bytes: number) => void,
  entryPath?: readonly string[],
): Promise<ByteSource> {
  const names = entryPath ?? (await findOnlyFile(path))
  let archive = await openPromise(path, { autoClose: false }).catch(refuseDamage)
  try {
    for (const name of names.slice(0, -1)) {
      const outer = archive
      archive = await openNested(outer, await findEntry(outer, name)).finally(() => outer.close())
    }
    const name = names.at(-1) ?? ''
    const entry = await findEntry(archive, name)
    refuseEncryption(entry)
    refuseOversize(entry.uncompressedSize)
    const source = createEntrySource(archive, entry, await archive.openReadStreamPromise(entry), onRead)
    return /\.gz$/i.test(name) ? gunzipSource(source) : source
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

const isCsv = (name: string) => /\.csv(?:\.gz)?$/i.test(name)
const isArchive = (name: string) => /\.(?:zip|gz|7z|rar|tar|tgz)$/i.test(name)

/** Systems add hidden files and, on macOS, a folder of their own. */
const isOfSystem = (name: string) =>
  name.endsWith('/') || name.split('/').some((part) => part.startsWith('.') || part === '__MACOSX')

/** CSV files and archives. @throws {FileRefusal} when two of them have the same name */
async function readEntries(archive: ZipFile): Promise<Entry[]> {
  const entries = new Map<string, Entry>()
  for await (const entry of archive.eachEntry()) {
    const { fileName } = entry
    if (isOfSystem(fileName) || !(isCsv(fileName) || isArchive(fileName))) continue
    if (entries.has(fileName))
      throw new FileRefusal(`the zip archive contains two files ${quoteValue(fileName)}`)
    entries.set(fileName, entry)
  }
  return [...entries.values()]
}

async function findOnlyFile(path: string): Promise<readonly string[]> {
  const [file, ...others] = await listZippedFiles(path)
  if (others.length > 0)
    throw new FileRefusal(
      `the zip archive contains ${others.length + 1} files, and it has to be one report: unpack it and import its folder`,
    )
  if (file?.refusal) throw file.refusal
  return file?.entryPath ?? []
}

async function findEntry(archive: ZipFile, name: string): Promise<Entry> {
  const entry = (await readEntries(archive)).find(({ fileName }) => fileName === name)
  if (!entry) throw new FileRefusal('the zip archive changed during the import')
  return entry
}

function refuseEncryption(entry: Entry): void {
  if (entry.isEncrypted())
    throw new FileRefusal('the zip archive is encrypted: unpack it with its password, then import its files')
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
