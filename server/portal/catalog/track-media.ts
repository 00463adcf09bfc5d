import { availableParallelism } from 'node:os'
import type { LineError } from '#server/platform/files/csv-table.ts'
import {
  getMaxBytes,
  type MediaMode,
  type MediaStore,
  type TrackMediaKind,
} from '#server/platform/media/media-store.ts'
import { UnusableFileError } from '#server/platform/media/unusable-file.ts'
import { type FileColumn, fileColumns, type ParsedTrack } from './catalog-file.ts'
import { readSourceFile } from './source-file.ts'

const mediaKindByColumn: Record<FileColumn, TrackMediaKind> = {
  cover: 'covers',
  exclusive_logo: 'logos',
  audio: 'audio',
}

/** Leaves one of libuv's four threads free for file I/O. */
const maxConcurrency = Math.min(3, availableParallelism())

interface FileReference {
  column: FileColumn
  name: string
  lines: number[]
}

export interface StoreFilesOptions {
  folder: string
  media: MediaStore
  mode: MediaMode
  signal: AbortSignal
  start(files: number): void
  update(files: number): void
}

export interface StoredFiles {
  getPath(column: FileColumn, name: string): string | null
  errors: LineError[]
}

export async function storeTrackFiles(
  tracks: readonly ParsedTrack[],
  options: StoreFilesOptions,
): Promise<StoredFiles> {
  const paths = new Map<string, string>()
  const errors: LineError[] = []
  const files = collectFileReferences(tracks)
  let done = 0
  if (files.length > 0) options.start(files.length)
  await runConcurrently(files, async ({ column, name, lines }) => {
    options.signal.throwIfAborted()
    try {
      paths.set(keyOf(column, name), await storeFile(options, mediaKindByColumn[column], name))
    } catch (error) {
      if (!(error instanceof UnusableFileError)) throw error
      errors.push(...lines.map((line) => ({ line, column, reason: error.message })))
    }
    options.update(++done)
  })
  return { errors, getPath: (column, name) => paths.get(keyOf(column, name)) ?? null }
}

async function storeFile(
  { folder, media, mode }: StoreFilesOptions,
  kind: TrackMediaKind,
  name: string,
): Promise<string> {
  const source = await readSourceFile(folder, name, getMaxBytes(kind))
  try {
    return await media.store(kind, source, mode)
  } catch (error) {
    throw error instanceof UnusableFileError
      ? new UnusableFileError(`${JSON.stringify(name)}: ${error.message}`)
      : error
  }
}

const keyOf = (column: FileColumn, name: string) => `${column} ${name}`

function collectFileReferences(tracks: readonly ParsedTrack[]): FileReference[] {
  const references = new Map<string, FileReference>()
  for (const { line, files } of tracks) {
    for (const column of fileColumns) {
      const name = files[column]
      if (name === '') continue
      const reference = references.get(keyOf(column, name))
      if (reference) reference.lines.push(line)
      else references.set(keyOf(column, name), { column, name, lines: [line] })
    }
  }
  return [...references.values()]
}

async function runConcurrently<Item>(
  items: readonly Item[],
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const queue = items.values()
  let failure: { error: unknown } | undefined
  const worker = async () => {
    for (const item of queue) {
      await work(item).catch((error: unknown) => {
        failure ??= { error }
      })
      if (failure) return
    }
  }
  await Promise.all(Array.from({ length: maxConcurrency }, worker))
  if (failure) throw failure.error
}
