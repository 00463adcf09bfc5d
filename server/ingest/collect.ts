import { readdir, readFile, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import * as z from 'zod/mini'
import { FileRefused } from './refused.ts'

/** A report as the Reporting API lists it, with the file it was stored in. */
export const ReportResource = z.object({
  file: z.string(),
  reportTypeId: z.string(),
  id: z.string(),
  startTime: z.iso.datetime({ offset: true }),
  endTime: z.iso.datetime({ offset: true }),
  createTime: z.iso.datetime({ offset: true }),
  rows: z.optional(z.int()),
})
export type ReportResource = z.infer<typeof ReportResource>

const ReportList = z.object({ reports: z.array(ReportResource) })

const listName = 'reports.json'

export interface FoundFile {
  path: string
  name: string
  bytes: number
  /** When it was last written. */
  writtenAt: Date
  /** What `reports.json` beside it says about it. */
  resource?: ReportResource
  /** Why it cannot be taken in, where that is known already. */
  refused?: FileRefused
}

/** The files of the paths, in order; of a folder its `.csv` and `.csv.gz` files, by name. */
export async function collect(paths: readonly string[]): Promise<FoundFile[]> {
  const files: FoundFile[] = []
  const lists = new Map<string, Promise<ReportResource[]>>()
  for (const path of await expand(paths)) {
    const folder = dirname(path)
    const list = lists.get(folder) ?? readList(join(folder, listName))
    lists.set(folder, list)
    files.push(await describe(path, list))
  }
  return files
}

async function expand(paths: readonly string[]): Promise<string[]> {
  const found = new Set<string>()
  for (const path of paths) {
    const isFolder = await stat(path).then(
      (entry) => entry.isDirectory(),
      () => false,
    )
    if (!isFolder) found.add(path)
    else for (const name of await reportsIn(path)) found.add(join(path, name))
  }
  return [...found]
}

async function reportsIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true })
  return entries
    .filter((entry) => !entry.isDirectory() && /\.csv(\.gz)?$/i.test(entry.name))
    .map(({ name }) => name)
    .sort()
}

async function describe(path: string, list: Promise<ReportResource[]>): Promise<FoundFile> {
  const file: FoundFile = { path, name: basename(path), bytes: 0, writtenAt: new Date(0) }
  try {
    const entry = await stat(path)
    if (!entry.isFile()) throw new FileRefused('this is not a file')
    Object.assign(file, { bytes: entry.size, writtenAt: entry.mtime })
    const said = (await list).filter((resource) => sameName(resource.file, file.name))
    if (said.length > 1) throw new FileRefused(`${listName} beside it names this file ${said.length} times`)
    return { ...file, resource: said[0] }
  } catch (error) {
    if (error instanceof FileRefused) return { ...file, refused: error }
    const code = (error as NodeJS.ErrnoException).code
    if (!code) throw error
    return {
      ...file,
      refused: new FileRefused(code === 'ENOENT' ? 'there is no such file' : `it cannot be read (${code})`),
    }
  }
}

/** A file that was packed after its download is still the one that was listed. */
const sameName = (listed: string, name: string) => listed.replace(/\.gz$/i, '') === name.replace(/\.gz$/i, '')

async function readList(path: string): Promise<ReportResource[]> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined
    throw new FileRefused(`${listName} beside it cannot be read (${error.code})`)
  })
  if (text === undefined) return []
  try {
    return z.parse(ReportList, JSON.parse(text)).reports
  } catch (error) {
    throw new FileRefused(`${listName} beside it is not a list of reports (${reasonOf(error)})`)
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof z.core.$ZodError)) return (error as Error).message
  const [issue] = error.issues
  return `${issue?.path.join('.') || 'the whole'}: ${issue?.message ?? 'not as expected'}`
}
