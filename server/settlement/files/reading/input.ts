import { basename } from 'node:path'
import { FileRefusal } from '#server/platform/files/file-refusal.ts'
import { describePath, expandFolders, type PathEntry } from '#server/platform/files/input-paths.ts'
import { isZip } from '#server/platform/files/open-byte-source.ts'
import { listZippedFiles } from '#server/platform/files/zip-source.ts'

/** Its name is as people know it: "set.zip/ads.csv". */
export interface MonthFile extends PathEntry {
  /** Names in a zip archive, and in one inside of it. */
  entryPath?: readonly string[]
  /** Its own, then those of its archives, from the inner one. */
  names: readonly string[]
}

/** A folder expands to its `.csv`, `.csv.gz` and `.zip` files, sorted by name, and an archive to its CSV files. */
export async function listMonthFiles(paths: readonly string[]): Promise<MonthFile[]> {
  const files: MonthFile[] = []
  for (const path of await expandFolders(paths, /\.(?:csv|csv\.gz|zip)$/i))
    files.push(...(await expandPath(path)))
  return files
}

async function expandPath(path: string): Promise<MonthFile[]> {
  const entry = await describePath(path)
  const { name } = entry
  const file: MonthFile = { ...entry, names: [name] }
  if (file.refusal) return [file]
  try {
    if (!(await isZip(path))) return [file]
    const entries = await listZippedFiles(path)
    return entries.map(({ entryPath, compressedBytes, refusal }) => ({
      ...file,
      entryPath,
      name: entries.length === 1 ? name : [name, ...entryPath].join('/'),
      names: [...entryPath.map((part) => basename(part)).reverse(), name],
      bytes: compressedBytes,
      ...(refusal && { refusal }),
    }))
  } catch (error) {
    return [{ ...file, refusal: toRefusal(error) }]
  }
}

function toRefusal(error: unknown): FileRefusal {
  if (error instanceof FileRefusal) return error
  const { code } = error as NodeJS.ErrnoException
  if (code === undefined) throw error
  return new FileRefusal(`the file cannot be read (${code})`)
}
