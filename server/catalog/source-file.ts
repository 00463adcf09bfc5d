import { constants, open, realpath } from 'node:fs/promises'
import { isAbsolute, join, sep } from 'node:path'
import { quoteValue } from '#server/files/file-refusal.ts'

/** A picture or a sound that cannot be taken, and what to do about it. */
export class UnusableFileError extends Error {}

const mebibyte = 1024 * 1024

/**
 * Reads a file that a catalogue names, from the catalogue's folder and nowhere else, whatever links are in it.
 * @throws {UnusableFileError}
 */
export async function readSourceFile(folder: string, name: string, maxBytes: number): Promise<Buffer> {
  const path = await resolveInsideFolder(folder, name)
  // A pipe would let whoever opens it wait.
  await using file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0)).catch((error) => {
    throw new UnusableFileError(
      `${quoteValue(name)} cannot be read (${(error as NodeJS.ErrnoException).code})`,
    )
  })
  const stat = await file.stat()
  if (!stat.isFile()) throw new UnusableFileError(`${quoteValue(name)} is not a file`)
  if (stat.size > maxBytes)
    throw new UnusableFileError(
      `${quoteValue(name)} has ${(stat.size / mebibyte).toFixed(1)} MiB: at most ${maxBytes / mebibyte} MiB are taken`,
    )
  return file.readFile()
}

async function resolveInsideFolder(folder: string, name: string): Promise<string> {
  const parts = name.replaceAll('\\', '/').split('/')
  if (isAbsolute(name) || /^([a-z]:|[\\/])/i.test(name) || parts.includes('..'))
    throw new UnusableFileError(
      `${quoteValue(name)} leads out of the folder: name it from the catalogue’s own folder on`,
    )
  const root = await realpath(folder)
  const path = await findRealPath(root, parts.join('/'))
  if (path === undefined)
    throw new UnusableFileError(`there is no file ${quoteValue(name)} beside the catalogue`)
  if (path.startsWith(root.endsWith(sep) ? root : root + sep)) return path
  throw new UnusableFileError(
    `${quoteValue(name)} is a link that leads out of the folder: put the file itself there`,
  )
}

/** Names are written in composed letters here and in decomposed ones there. */
async function findRealPath(root: string, name: string): Promise<string | undefined> {
  for (const variant of new Set([name, name.normalize('NFC'), name.normalize('NFD')])) {
    const path = await realpath(join(root, variant)).catch(() => undefined)
    if (path !== undefined) return path
  }
  return undefined
}
