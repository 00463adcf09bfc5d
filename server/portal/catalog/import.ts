import { open } from 'node:fs/promises'
import { dirname } from 'node:path'
import * as z from 'zod/mini'
import { recordAuditEntry } from '#server/platform/auth/audit.ts'
import type { Database, Queryable } from '#server/platform/db/database.ts'
import { Count, queryOne } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import type { LineError } from '#server/platform/files/csv-table.ts'
import { FileRefusal } from '#server/platform/files/file-refusal.ts'
import { MediaStore } from '#server/platform/media/media-store.ts'
import { refreshLists } from '#server/reports/lists/lists.ts'
import { publishChange } from '#server/reports/lists/publish-change.ts'
import { type CatalogFile, type ParsedTrack, parseCatalog } from './catalog-file.ts'
import { withCatalogLock } from './lock.ts'
import { type MergeResult, mergeTracks } from './merge.ts'
import { selectMoodKeys } from './moods.ts'
import type { StagedTrack } from './staging.ts'
import { importAction } from './track-audit.ts'
import { type StoredFiles, storeTrackFiles } from './track-media.ts'

const maxBytes = 256 * 1024 * 1024

export interface CatalogImportOptions {
  mediaDir: string
  checkOnly: boolean
  withdrawMissing: boolean
  signal: AbortSignal
  setStatus(text: string): void
  start(files: number): void
  update(files: number): void
}

export interface CatalogImportResult {
  tracks: number
  unknownColumns: string[]
  errors: LineError[]
  /** Null when nothing was written: invalid lines, or only a check. */
  mergeResult: MergeResult | null
}

/** All or nothing, including the referenced files. @throws {FileRefusal} when it is not a catalog at all */
export const importCatalog = (
  db: Database,
  path: string,
  options: CatalogImportOptions,
): Promise<CatalogImportResult> =>
  withCatalogLock(db, async () => {
    const catalog = parseCatalog(await readCatalogFile(path), await selectMoodKeys(db))
    const media = new MediaStore(options.mediaDir)
    const mode = options.checkOnly || catalog.errors.length > 0 ? 'check' : 'store'
    if (mode === 'store') await media.prepare()
    const storedFiles = await storeTrackFiles(catalog.tracks, {
      ...options,
      folder: dirname(path),
      media,
      mode,
    })
    const errors = [...catalog.errors, ...storedFiles.errors].sort((a, b) => a.line - b.line)
    const result = { tracks: catalog.tracks.length, unknownColumns: catalog.unknownColumns, errors }
    if (errors.length > 0 || options.checkOnly) return { ...result, mergeResult: null }
    options.signal.throwIfAborted()
    return { ...result, mergeResult: await mergeCatalog(db, catalog, storedFiles, options) }
  })

async function readCatalogFile(path: string): Promise<Buffer> {
  await using file = await open(path)
  const stat = await file.stat()
  if (!stat.isFile()) throw new FileRefusal('it is not a file')
  if (stat.size > maxBytes) throw new FileRefusal(`it is larger than ${maxBytes / 1024 / 1024} MiB`)
  return file.readFile()
}

async function mergeCatalog(
  db: Database,
  { tracks, columns }: CatalogFile,
  storedFiles: StoredFiles,
  { withdrawMissing, signal, setStatus }: CatalogImportOptions,
): Promise<MergeResult> {
  setStatus(`Storing ${tracks.length} tracks`)
  const stagedTracks = tracks.map((track) => toStagedTrack(track, storedFiles))
  const mergeResult = await db.transaction(async (tx) => {
    const result = await mergeTracks(tx, stagedTracks, columns, {
      withdrawMissing,
      recording: { actor: { kind: 'operator' }, action: importAction },
    })
    if (affectsRanking(result)) await publishChange(tx, { catalog: true })
    await recordImport(tx, result)
    signal.throwIfAborted()
    return result
  })
  setStatus('Ranking the tracks of the week')
  await refreshLists(db)
  return mergeResult
}

const affectsRanking = ({ added, withdrawn, restored }: MergeResult) => added + withdrawn + restored > 0

function toStagedTrack({ line: _line, files, ...track }: ParsedTrack, { getPath }: StoredFiles): StagedTrack {
  const getFilePath = (column: keyof typeof files) => getPath(column, files[column])
  return {
    ...track,
    cover: getFilePath('cover'),
    exclusiveLogo: getFilePath('exclusive_logo'),
    audio: getFilePath('audio'),
  }
}

const TrackCounts = z.object({ listed: Count, unlisted: Count })

const countTracks = (tx: Queryable) =>
  queryOne(
    tx,
    TrackCounts,
    sql`select count(*) filter (where withdrawn_at is null) as listed,
      count(*) filter (where withdrawn_at is not null) as unlisted
    from tracks`,
  )

async function recordImport(
  tx: Queryable,
  { added, changed, withdrawn, restored }: MergeResult,
): Promise<void> {
  if (added + changed + withdrawn + restored === 0) return
  const { listed, unlisted } = await countTracks(tx)
  await recordAuditEntry(
    tx,
    { kind: 'operator' },
    {
      action: importAction,
      context: { added, changed, withdrawn, restored },
      before: {
        tracks: listed - added - restored + withdrawn,
        withdrawn_tracks: unlisted + restored - withdrawn,
      },
      after: { tracks: listed, withdrawn_tracks: unlisted },
    },
  )
}
