import { availableParallelism } from 'node:os'
import type { BadLine } from './csv-table.ts'
import { type MediaFolder, type MediaKind, mostBytesOf } from './media-folder.ts'
import { FileUnfit, readNamed } from './named-file.ts'
import { type FileColumn, fileColumns, type TrackLine } from './tracks-file.ts'

const kinds: Record<FileColumn, MediaKind> = { cover: 'covers', exclusive_logo: 'logos', audio: 'audio' }

/** A thread of Node's own is left for files. */
const atOnce = Math.min(3, availableParallelism())

/** A file that lines name, once for all of them. */
interface Named {
  column: FileColumn
  name: string
  lines: number[]
}

export interface Keeping {
  /** The catalogue's. */
  folder: string
  media: MediaFolder
  only: 'check' | 'make'
  signal: AbortSignal
  begin(files: number): void
  reach(files: number): void
}

/** What the files that tracks name have become: a path for each, and what is wrong with the others. */
export interface KeptFiles {
  pathOf(column: FileColumn, name: string): string | null
  bad: BadLine[]
}

/** Takes each of the files that tracks name in, or only looks at it. */
export async function keepFiles(tracks: readonly TrackLine[], keeping: Keeping): Promise<KeptFiles> {
  const paths = new Map<string, string>()
  const bad: BadLine[] = []
  const files = namedIn(tracks)
  let done = 0
  if (files.length > 0) keeping.begin(files.length)
  await several(files, async ({ column, name, lines }) => {
    keeping.signal.throwIfAborted()
    try {
      paths.set(keyOf(column, name), await keepFile(keeping, kinds[column], name))
    } catch (error) {
      if (!(error instanceof FileUnfit)) throw error
      bad.push(...lines.map((line) => ({ line, column, reason: error.message })))
    }
    keeping.reach(++done)
  })
  return { bad, pathOf: (column, name) => paths.get(keyOf(column, name)) ?? null }
}

async function keepFile({ folder, media, only }: Keeping, kind: MediaKind, name: string): Promise<string> {
  const source = await readNamed(folder, name, mostBytesOf(kind))
  try {
    return await media.keep(kind, source, only)
  } catch (error) {
    throw error instanceof FileUnfit ? new FileUnfit(`${JSON.stringify(name)}: ${error.message}`) : error
  }
}

const keyOf = (column: FileColumn, name: string) => `${column} ${name}`

function namedIn(tracks: readonly TrackLine[]): Named[] {
  const found = new Map<string, Named>()
  for (const { line, files } of tracks) {
    for (const column of fileColumns) {
      const name = files[column]
      if (name === '') continue
      const named = found.get(keyOf(column, name))
      if (named) named.lines.push(line)
      else found.set(keyOf(column, name), { column, name, lines: [line] })
    }
  }
  return [...found.values()]
}

/** Does some of the works at a time; after one that failed no other is begun. */
async function several<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const waiting = items.values()
  let failed: { error: unknown } | undefined
  const hand = async () => {
    for (const item of waiting) {
      await work(item).catch((error: unknown) => {
        failed ??= { error }
      })
      if (failed) return
    }
  }
  await Promise.all(Array.from({ length: atOnce }, hand))
  if (failed) throw failed.error
}
