import { open } from 'node:fs/promises'
import { dirname } from 'node:path'
import { recordChange } from '#server/audit.ts'
import type { Database, Queries } from '#server/db/connect.ts'
import { refreshLists } from '#server/ingest/lists.ts'
import { FileRefused } from '#server/ingest/refused.ts'
import { touchFigures } from '#server/ingest/rollups.ts'
import { alone } from './alone.ts'
import type { BadLine } from './csv-table.ts'
import { MediaFolder } from './media-folder.ts'
import { type Merged, mergeTracks } from './merge.ts'
import { selectMoodKeys } from './moods.ts'
import type { ReadyTrack } from './staging.ts'
import { type KeptFiles, keepFiles } from './track-files.ts'
import { type Catalogue, readCatalogue, type TrackLine } from './tracks-file.ts'

const mostBytes = 256 * 1024 * 1024

export interface CatalogueOptions {
  mediaDir: string
  /** Only finds out what is bad. */
  checkOnly: boolean
  withdrawMissing: boolean
  signal: AbortSignal
  step(text: string): void
  begin(files: number): void
  reach(files: number): void
}

export interface CatalogueOutcome {
  tracks: number
  /** Columns that nobody knows. */
  unknown: string[]
  bad: BadLine[]
  /** null: some lines are bad, or it was only checked, and nothing has changed. */
  merged: Merged | null
}

/**
 * Takes a catalogue in: all of it, or nothing when a line or a file that it names is bad.
 * @throws {FileRefused} when it is no catalogue
 */
export const importCatalogue = (
  db: Database,
  path: string,
  options: CatalogueOptions,
): Promise<CatalogueOutcome> =>
  alone(db, async () => {
    const catalogue = readCatalogue(await readBytes(path), await selectMoodKeys(db))
    const media = new MediaFolder(options.mediaDir)
    const only = options.checkOnly || catalogue.bad.length > 0 ? 'check' : 'make'
    if (only === 'make') await media.prepare()
    const kept = await keepFiles(catalogue.tracks, { ...options, folder: dirname(path), media, only })
    const bad = [...catalogue.bad, ...kept.bad].sort((a, b) => a.line - b.line)
    const outcome = { tracks: catalogue.tracks.length, unknown: catalogue.unknown, bad }
    if (bad.length > 0 || options.checkOnly) return { ...outcome, merged: null }
    options.signal.throwIfAborted()
    return { ...outcome, merged: await merge(db, catalogue, kept, options) }
  })

async function readBytes(path: string): Promise<Buffer> {
  await using file = await open(path)
  const stat = await file.stat()
  if (!stat.isFile()) throw new FileRefused('this is not a file')
  if (stat.size > mostBytes) throw new FileRefused(`it is larger than ${mostBytes / 1024 / 1024} MiB`)
  return file.readFile()
}

async function merge(
  db: Database,
  { tracks, columns }: Catalogue,
  kept: KeptFiles,
  { withdrawMissing, signal, step }: CatalogueOptions,
): Promise<Merged> {
  step(`Storing ${tracks.length} tracks`)
  const ready = tracks.map((track) => readyOf(track, kept))
  const merged = await db.transaction(async (tx) => {
    const result = await mergeTracks(tx, ready, columns, withdrawMissing)
    if (isRanked(result)) await touchFigures(tx)
    await recordImport(tx, result)
    signal.throwIfAborted()
    return result
  })
  step('Ranking the week’s tracks')
  await refreshLists(db)
  return merged
}

/** Whether other tracks than before may be in the week's order. */
const isRanked = ({ added, withdrawn, restored }: Merged) => added + withdrawn + restored > 0

function readyOf({ line: _line, files, ...track }: TrackLine, { pathOf }: KeptFiles): ReadyTrack {
  const path = (column: keyof typeof files) => pathOf(column, files[column])
  return { ...track, cover: path('cover'), exclusiveLogo: path('exclusive_logo'), audio: path('audio') }
}

async function recordImport(tx: Queries, { added, changed, withdrawn, restored }: Merged): Promise<void> {
  if (added + changed + withdrawn + restored === 0) return
  const detail = { added, changed, withdrawn, restored }
  await recordChange(tx, { kind: 'operator' }, { action: 'music import', detail })
}
