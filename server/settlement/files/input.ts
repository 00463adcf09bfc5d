import { basename, extname } from 'node:path'
import { FileRefusal } from '#server/platform/files/file-refusal.ts'
import { describePath, expandFolders } from '#server/platform/files/input-paths.ts'
import { isZip } from '#server/platform/files/open-byte-source.ts'
import { listZippedFiles } from '#server/platform/files/zip-source.ts'

export interface MonthFile {
  path: string
  /** In a zip archive. */
  entryName?: string
  /** As people know it: "set.zip/ads.csv". */
  label: string
  /** Its own, then that of its archive. */
  names: readonly string[]
  /** As stored, compressed or not. */
  bytes: number
  refusal?: FileRefusal
}

/** A folder expands to its `.csv`, `.csv.gz` and `.zip` files, sorted by name, and an archive to its files. */
export async function listMonthFiles(paths: readonly string[]): Promise<MonthFile[]> {
  const files: MonthFile[] = []
  for (const path of await expandFolders(paths, /\.(?:csv|csv\.gz|zip)$/i))
    files.push(...(await expandPath(path)))
  return files
}

async function expandPath(path: string): Promise<MonthFile[]> {
  const { name, bytes, refusal } = await describePath(path)
  const file: MonthFile = { path, label: name, names: [name], bytes }
  if (refusal) return [{ ...file, refusal }]
  try {
    if (!(await isZip(path))) return [file]
    const entries = await listZippedFiles(path)
    if (entries.length === 0) throw new FileRefusal('the zip archive contains no file')
    return entries.map((entry) => ({
      path,
      entryName: entry.name,
      label: entries.length === 1 ? name : `${name}/${entry.name}`,
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
