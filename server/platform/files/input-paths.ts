import { readdir, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { FileRefusal } from './file-refusal.ts'

export interface PathEntry {
  path: string
  name: string
  bytes: number
  modifiedAt: Date
  refusal?: FileRefusal
}

/** A folder expands to its files whose names match, except hidden ones, sorted by name. Each path is there once. */
export async function expandFolders(paths: readonly string[], namePattern: RegExp): Promise<string[]> {
  const found = new Set<string>()
  for (const path of paths) {
    const isFolder = await stat(path).then(
      (entry) => entry.isDirectory(),
      () => false,
    )
    if (!isFolder) found.add(path)
    else for (const name of await listNames(path, namePattern)) found.add(join(path, name))
  }
  return [...found]
}

async function listNames(folder: string, pattern: RegExp): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true })
  return entries
    .filter((entry) => !entry.isDirectory() && !entry.name.startsWith('.') && pattern.test(entry.name))
    .map(({ name }) => name)
    .sort()
}

/** Returns a refusal for anything but a readable file. */
export async function describePath(path: string): Promise<PathEntry> {
  const file: PathEntry = { path, name: basename(path), bytes: 0, modifiedAt: new Date(0) }
  try {
    const entry = await stat(path)
    if (!entry.isFile()) return { ...file, refusal: new FileRefusal('this is not a file') }
    return { ...file, bytes: entry.size, modifiedAt: entry.mtime }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (!code) throw error
    const reason = code === 'ENOENT' ? 'there is no such file' : `the file cannot be read (${code})`
    return { ...file, refusal: new FileRefusal(reason) }
  }
}
