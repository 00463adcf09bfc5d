import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import * as z from 'zod/mini'
import { FileRefusal } from '#server/platform/files/file-refusal.ts'
import { describePath, expandFolders, type PathEntry } from '#server/platform/files/input-paths.ts'

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

export interface InputFile extends PathEntry {
  resource?: ReportResource
}

/** A folder expands to its `.csv`, `.csv.gz` and `.csv.zip` files, sorted by name. */
export async function listInputFiles(paths: readonly string[]): Promise<InputFile[]> {
  const files: InputFile[] = []
  const manifests = new Map<string, Promise<ReportResource[]>>()
  for (const path of await expandFolders(paths, /\.csv(\.gz|\.zip)?$/i)) {
    const folder = dirname(path)
    const manifest = manifests.get(folder) ?? readManifest(join(folder, manifestName))
    manifests.set(folder, manifest)
    files.push(await describeFile(path, manifest))
  }
  return files
}

async function describeFile(path: string, manifest: Promise<ReportResource[]>): Promise<InputFile> {
  const file: InputFile = await describePath(path)
  if (file.refusal) return file
  try {
    const matches = (await manifest).filter((resource) => isSameName(resource.file, file.name))
    if (matches.length > 1) throw new FileRefusal(`${manifestName} lists this file ${matches.length} times`)
    return { ...file, resource: matches[0] }
  } catch (error) {
    if (!(error instanceof FileRefusal)) throw error
    return { ...file, refusal: error }
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
