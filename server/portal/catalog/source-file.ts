import { constants, open, realpath } from 'node:fs/promises'
import { isAbsolute, join, sep } from 'node:path'
import { quoteValue } from '#server/platform/files/file-refusal.ts'
import { UnusableFileError } from '#server/platform/media/unusable-file.ts'

const mebibyte = 1024 * 1024

/** Confined to the catalog's folder, even through symbolic links. @throws {UnusableFileError} */
export async function readSourceFile(folder: string, name: string, maxBytes: number): Promise<Buffer> {
  const path = await resolveInsideFolder(folder, name)
  // O_NONBLOCK: opening a named pipe would block.
  await using file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0)).catch((error) => {
    throw new UnusableFileError(
      `${quoteValue(name)} cannot be read (${(error as NodeJS.ErrnoException).code})`,
    )
  })
  const stat = await file.stat()
  if (!stat.isFile()) throw new UnusableFileError(`${quoteValue(name)} is not a file`)
  if (stat.size > maxBytes)
    throw new UnusableFileError(
      `${quoteValue(name)} has ${(stat.size / mebibyte).toFixed(1)} MiB, more than ${maxBytes / mebibyte} MiB`,
    )
  return file.readFile()
}

async function resolveInsideFolder(folder: string, name: string): Promise<string> {
  const parts = name.replaceAll('\\', '/').split('/')
  if (isAbsolute(name) || /^([a-z]:|[\\/])/i.test(name) || parts.includes('..'))
    throw new UnusableFileError(
      `${quoteValue(name)} is outside the folder of the catalog: use a path relative to it`,
    )
  const root = await realpath(folder)
  const path = await findRealPath(root, parts.join('/'))
  if (path === undefined)
    throw new UnusableFileError(`there is no file ${quoteValue(name)} in the folder of the catalog`)
  if (path.startsWith(root.endsWith(sep) ? root : root + sep)) return path
  throw new UnusableFileError(
    `${quoteValue(name)} is a link out of the folder of the catalog: put the file itself there`,
  )
}

/** Tries NFC and NFD: operating systems and archives mix the two. */
async function findRealPath(root: string, name: string): Promise<string | undefined> {
  for (const variant of new Set([name, name.normalize('NFC'), name.normalize('NFD')])) {
    const path = await realpath(join(root, variant)).catch(() => undefined)
    if (path !== undefined) return path
  }
  return undefined
}
