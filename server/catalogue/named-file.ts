import { constants, open, realpath } from 'node:fs/promises'
import { isAbsolute, join, sep } from 'node:path'
import { shown } from '#server/ingest/refused.ts'

/** A picture or a sound that cannot be taken, and what to do about it. */
export class FileUnfit extends Error {}

const mebibyte = 1024 * 1024

/**
 * Reads a file that a catalogue names, from the catalogue's folder and nowhere else, whatever links are in it.
 * @throws {FileUnfit}
 */
export async function readNamed(folder: string, name: string, mostBytes: number): Promise<Buffer> {
  const path = await pathOf(folder, name)
  // A pipe would let whoever opens it wait.
  await using file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0)).catch((error) => {
    throw new FileUnfit(`${shown(name)} cannot be read (${(error as NodeJS.ErrnoException).code})`)
  })
  const stat = await file.stat()
  if (!stat.isFile()) throw new FileUnfit(`${shown(name)} is not a file`)
  if (stat.size > mostBytes)
    throw new FileUnfit(
      `${shown(name)} has ${(stat.size / mebibyte).toFixed(1)} MiB: at most ${mostBytes / mebibyte} MiB are taken`,
    )
  return file.readFile()
}

async function pathOf(folder: string, name: string): Promise<string> {
  const parts = name.replaceAll('\\', '/').split('/')
  if (isAbsolute(name) || /^([a-z]:|[\\/])/i.test(name) || parts.includes('..'))
    throw new FileUnfit(`${shown(name)} leads out of the folder: name it from the catalogue’s own folder on`)
  const root = await realpath(folder)
  const path = await found(root, parts.join('/'))
  if (path === undefined) throw new FileUnfit(`there is no file ${shown(name)} beside the catalogue`)
  if (path.startsWith(root.endsWith(sep) ? root : root + sep)) return path
  throw new FileUnfit(`${shown(name)} is a link that leads out of the folder: put the file itself there`)
}

/** Names are written in composed letters here and in decomposed ones there. */
async function found(root: string, name: string): Promise<string | undefined> {
  for (const written of new Set([name, name.normalize('NFC'), name.normalize('NFD')])) {
    const path = await realpath(join(root, written)).catch(() => undefined)
    if (path !== undefined) return path
  }
  return undefined
}
