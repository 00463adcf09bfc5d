import { basename, extname } from 'node:path'
import { FileRefusal } from '#server/platform/files/file-refusal.ts'
import { describePath, expandFolders, type PathEntry } from '#server/platform/files/input-paths.ts'
import { isZip } from '#server/platform/files/open-byte-source.ts'
import { listZippedFiles } from '#server/platform/files/zip-source.ts'

/** Its name is as people know it: "set.zip/ads.csv". */
export interface MonthFile extends PathEntry {
  /** Name in a zip archive. */
  entryName?: string
  /** Its own, then that of its archive. */
  names: readonly string[]
}

/** A folder expands to its `.csv`, `.csv.gz` and `.zip` files, sorted by name, and an archive to its files. */
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
    if (entries.length === 0) throw new FileRefusal('the zip archive contains no file')
    return entries.map((entry) => ({
      ...file,
      entryName: entry.name,
      name: entries.length === 1 ? name : `${name}/${entry.name}`,
      names: [basename(entry.name), name],
      bytes: entry.compressedBytes,
      ...refuseArchive(entry.name),
    }))
  } catch (error) {
    return [{ ...file, refusal: toRefusal(error) }]
  }
}

function refuseArchive(name: string): { refusal?: FileRefusal } {
  if (!/^\.(?:zip|gz|7z|rar|tar)$/i.test(extname(name))) return {}
  return { refusal: new FileRefusal('this is an archive in an archive: unpack the outer one first') }
}

function toRefusal(error: unknown): FileRefusal {
  if (error instanceof FileRefusal) return error
  const { code } = error as NodeJS.ErrnoException
  if (code === undefined) throw error
  return new FileRefusal(`the file cannot be read (${code})`)
}
