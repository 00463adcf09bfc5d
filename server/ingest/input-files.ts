import { readdir, readFile, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import * as z from 'zod/mini'
import { FileRefusal } from '#server/files/file-refusal.ts'

/** An entry of `reports.json`: a YouTube Reporting API report and the file it was saved as. */
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

const ReportManifest = z.object({ reports: z.array(ReportResource) })

const manifestName = 'reports.json'

export interface InputFile {
  path: string
  name: string
  bytes: number
  modifiedAt: Date
  resource?: ReportResource
  refusal?: FileRefusal
}

/** A folder expands to its `.csv`, `.csv.gz` and `.csv.zip` files, sorted by name. */
export async function listInputFiles(paths: readonly string[]): Promise<InputFile[]> {
  const files: InputFile[] = []
  const manifests = new Map<string, Promise<ReportResource[]>>()
  for (const path of await expandFolders(paths)) {
    const folder = dirname(path)
    const manifest = manifests.get(folder) ?? readManifest(join(folder, manifestName))
    manifests.set(folder, manifest)
    files.push(await describeFile(path, manifest))
  }
  return files
}

async function expandFolders(paths: readonly string[]): Promise<string[]> {
  const found = new Set<string>()
  for (const path of paths) {
    const isFolder = await stat(path).then(
      (entry) => entry.isDirectory(),
      () => false,
    )
    if (!isFolder) found.add(path)
    else for (const name of await listReportNames(path)) found.add(join(path, name))
  }
  return [...found]
}

async function listReportNames(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true })
  return entries
    .filter((entry) => !entry.isDirectory() && /\.csv(\.gz|\.zip)?$/i.test(entry.name))
    .map(({ name }) => name)
    .sort()
}

async function describeFile(path: string, manifest: Promise<ReportResource[]>): Promise<InputFile> {
  const file: InputFile = { path, name: basename(path), bytes: 0, modifiedAt: new Date(0) }
  try {
    const entry = await stat(path)
    if (!entry.isFile()) throw new FileRefusal('this is not a file')
    file.bytes = entry.size
    file.modifiedAt = entry.mtime
    const matches = (await manifest).filter((resource) => isSameName(resource.file, file.name))
    if (matches.length > 1) throw new FileRefusal(`${manifestName} lists this file ${matches.length} times`)
    return { ...file, resource: matches[0] }
  } catch (error) {
    if (error instanceof FileRefusal) return { ...file, refusal: error }
    const code = (error as NodeJS.ErrnoException).code
    if (!code) throw error
    return {
      ...file,
      refusal: new FileRefusal(
        code === 'ENOENT' ? 'there is no such file' : `the file cannot be read (${code})`,
      ),
    }
  }
}

const isSameName = (manifestFile: string, name: string) =>
  trimCompression(manifestFile) === trimCompression(name)

const trimCompression = (name: string) => name.replace(/\.(?:gz|zip)$/i, '')

async function readManifest(path: string): Promise<ReportResource[]> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined
    throw new FileRefusal(`${manifestName} cannot be read (${error.code})`)
  })
  if (text === undefined) return []
  try {
    return z.parse(ReportManifest, JSON.parse(text)).reports
  } catch (error) {
    throw new FileRefusal(`${manifestName} is not a list of reports (${describeParseError(error)})`)
  }
}

function describeParseError(error: unknown): string {
  if (!(error instanceof z.core.$ZodError)) return (error as Error).message
  const [issue] = error.issues
  return `${issue?.path.join('.') || 'the document'}: ${issue?.message ?? 'unexpected value'}`
}
