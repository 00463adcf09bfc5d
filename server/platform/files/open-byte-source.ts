import { type FileHandle, open } from 'node:fs/promises'
import { type ByteSource, createGzipSource, createPlainSource, limitSize } from './byte-source.ts'
import { createZipSource } from './zip-source.ts'

/**
 * `entryPath`: which file of a zip archive; without it, the archive must have only one.
 * @throws {FileRefusal} for a zip archive without that file, or one larger than the limit
 */
export async function openByteSource(
  path: string,
  onRead?: (bytes: number) => void,
  entryPath?: readonly string[],
): Promise<ByteSource> {
  const file = await open(path)
  try {
    const compression = await detectCompression(file)
    if (compression === 'gzip') return limitSize(createGzipSource(file, onRead))
    if (compression === undefined) return createPlainSource(file, onRead)
  } catch (error) {
    await file.close()
    throw error
  }
  await file.close()
  return limitSize(await createZipSource(path, onRead, entryPath))
}

export async function isZip(path: string): Promise<boolean> {
  await using file = await open(path)
  return (await detectCompression(file)) === 'zip'
}

const magicNumbers = { gzip: Buffer.from([0x1f, 0x8b]), zip: Buffer.from('PK\x03\x04') }

/**
 * Detects the format by the first bytes: files downloaded over HTTP are often compressed without `.gz` in their name.
 */
async function detectCompression(file: FileHandle): Promise<'gzip' | 'zip' | undefined> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(4), 0, 4, 0)
  const head = buffer.subarray(0, bytesRead)
  return (['gzip', 'zip'] as const).find((name) =>
    head.subarray(0, magicNumbers[name].length).equals(magicNumbers[name]),
  )
}
