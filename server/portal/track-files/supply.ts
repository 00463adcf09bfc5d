import * as z from 'zod/mini'
import { TrackFileFormat } from '#contract/reports/tracks.ts'
import { type AuditValues, recordAuditEntries } from '#server/platform/auth/audit.ts'
import type { Database, Queryable } from '#server/platform/db/database.ts'
import { Id, Integer } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { ExpectedError } from '#server/platform/expected-error.ts'
import { UnusableFileError } from '#server/platform/media/unusable-file.ts'
import { withCatalogLock } from '#server/portal/catalog/lock.ts'
import type { CatalogRecording } from '#server/portal/catalog/track-audit.ts'
import { type CheckedAudio, checkAudio, requirePlausibleLength } from './audio-check.ts'
import type { AudioSource } from './source-files.ts'
import { getStoredName, hashContent, type StoredContent, type TrackFileStore } from './store.ts'

const Track = z.object({ id: Id, isrc: z.string(), lengthSeconds: z.nullable(Integer) })
type Track = z.output<typeof Track>

const CurrentFile = z.object({
  id: Id,
  trackId: Id,
  sha256: z.string(),
  format: TrackFileFormat,
  bytes: Integer,
  lengthMs: Integer,
})
type CurrentFile = z.output<typeof CurrentFile>

interface SuppliedFile extends CheckedAudio, StoredContent {
  source: AudioSource
  track: Track
  bytes: number
}

export interface SourceError {
  name: string
  reason: string
}

interface SupplyOptions {
  store: TrackFileStore
  checkOnly: boolean
  signal: AbortSignal
  now: Date
  /** Default: the operator's command. */
  recording?: CatalogRecording
  start(files: number): void
  update(files: number): void
}

export interface SupplyResult {
  errors: SourceError[]
  /** Null: nothing was changed, because of errors or because it was only a check. */
  counts: { supplied: number; replaced: number; unchanged: number } | null
}

/** All or nothing: one file that cannot be used leaves everything as it was. */
export const supplyTrackFiles = (
  db: Database,
  sources: readonly AudioSource[],
  options: SupplyOptions,
): Promise<SupplyResult> =>
  withCatalogLock(db, async () => {
    const { files, errors } = await checkSources(db, sources, options)
    if (errors.length > 0 || options.checkOnly) return { errors, counts: null }
    await options.store.prepare()
    const { counts, ended } = await storeFiles(db, files, options)
    await removeUnused(db, options.store, ended)
    return { errors, counts }
  })

async function storeFiles(db: Database, files: readonly SuppliedFile[], options: SupplyOptions) {
  const { store, signal } = options
  const added: StoredContent[] = []
  try {
    for (const file of files) {
      signal.throwIfAborted()
      const bytes = await file.source.read()
      if (hashContent(bytes) !== file.sha256)
        throw new ExpectedError(`${file.source.name} has changed meanwhile. Nothing was changed; try again.`)
      if (await store.store(file, bytes)) added.push(file)
    }
    return await db.transaction((tx) => recordFiles(tx, files, options))
  } catch (error) {
    // A database that cannot be asked may have committed: then the files stay.
    await removeUnused(db, store, added).catch(() => {})
    throw error
  }
}

async function checkSources(
  db: Database,
  sources: readonly AudioSource[],
  { signal, start, update }: SupplyOptions,
): Promise<{ files: SuppliedFile[]; errors: SourceError[] }> {
  const tracks = await selectTracks(
    db,
    sources.flatMap(({ isrc }) => isrc ?? []),
  )
  const files = new Map<string, SuppliedFile>()
  const errors: SourceError[] = []
  start(sources.length)
  for (const [at, source] of sources.entries()) {
    signal.throwIfAborted()
    try {
      const file = await checkSource(source, tracks)
      const first = files.get(file.track.isrc)
      if (first) throw new UnusableFileError(`${first.source.name} is of the same track: keep one`)
      files.set(file.track.isrc, file)
    } catch (error) {
      if (!(error instanceof UnusableFileError)) throw error
      errors.push({ name: source.name, reason: error.message })
    }
    update(at + 1)
  }
  return { files: [...files.values()], errors }
}

async function checkSource(source: AudioSource, tracks: ReadonlyMap<string, Track>): Promise<SuppliedFile> {
  const { isrc } = source
  if (isrc === null)
    throw new UnusableFileError(
      'its name does not begin with an ISRC: rename it (KRA402000111.wav), or use --isrc',
    )
  const track = tracks.get(isrc)
  if (!track) throw new UnusableFileError(`there is no track ${isrc} in the catalog`)
  const bytes = await source.read()
  const audio = checkAudio(bytes)
  requirePlausibleLength(audio, track.lengthSeconds)
  return { ...audio, source, track, sha256: hashContent(bytes), bytes: bytes.length }
}

async function selectTracks(db: Queryable, isrcs: readonly string[]): Promise<Map<string, Track>> {
  const rows = await db.query(
    Track,
    sql`select id, isrc, length_seconds as "lengthSeconds" from tracks where isrc = any(${isrcs})`,
  )
  return new Map(rows.map((track) => [track.isrc, track]))
}

const selectCurrentFiles = (tx: Queryable, trackIds: readonly number[]): Promise<CurrentFile[]> =>
  tx.query(
    CurrentFile,
    sql`select id, track_id as "trackId", sha256, format, bytes, length_ms as "lengthMs"
    from track_files
    where track_id = any(${trackIds}::integer[])
      and ended_at is null
    order by id
    for update`,
  )

const endFiles = (tx: Queryable, files: readonly CurrentFile[], now: Date) =>
  tx.execute(
    sql`update track_files set ended_at = ${now} where id = any(${files.map(({ id }) => id)}::integer[])`,
  )

async function recordFiles(tx: Queryable, files: readonly SuppliedFile[], { now, recording }: SupplyOptions) {
  const ids = files.map(({ track }) => track.id)
  const current = new Map((await selectCurrentFiles(tx, ids)).map((file) => [file.trackId, file]))
  const changed = files.filter(({ track, sha256 }) => current.get(track.id)?.sha256 !== sha256)
  const ended = changed.flatMap(({ track }) => current.get(track.id) ?? [])
  await endFiles(tx, ended, now)
  await tx.execute(
    sql`insert into track_files (track_id, sha256, format, bytes, length_ms, supplied_at)
    select track_id, sha256, format, bytes, length_ms, ${now}
    from unnest(
      ${changed.map(({ track }) => track.id)}::integer[],
      ${changed.map(({ sha256 }) => sha256)}::text[],
      ${changed.map(({ format }) => format)}::text[],
      ${changed.map(({ bytes }) => bytes)}::integer[],
      ${changed.map(({ lengthMs }) => lengthMs)}::integer[]
    ) as f (track_id, sha256, format, bytes, length_ms)`,
  )
  await recordAuditEntries(
    tx,
    recording?.actor ?? { kind: 'operator' },
    changed.map((file) => ({
      action: recording?.action ?? 'music supply',
      subject: { kind: 'music', id: file.track.id },
      context: { isrc: file.track.isrc },
      before: describeFile(current.get(file.track.id)),
      after: describeFile(file),
    })),
  )
  const counts = {
    supplied: changed.length - ended.length,
    replaced: ended.length,
    unchanged: files.length - changed.length,
  }
  return { counts, ended }
}

const describeFile = (
  file: Pick<CurrentFile, 'sha256' | 'format' | 'bytes' | 'lengthMs'> | undefined,
): AuditValues | null =>
  file
    ? {
        file: file.sha256,
        format: file.format,
        bytes: file.bytes,
        seconds: Math.round(file.lengthMs / 1000),
      }
    : null

/** All or nothing. @returns the ISRCs of tracks that had a file @throws {ExpectedError} for unknown ones */
export const removeTrackFiles = (
  db: Database,
  store: TrackFileStore,
  isrcs: readonly string[],
  now: Date,
): Promise<string[]> =>
  withCatalogLock(db, async () => {
    const tracks = await selectTracks(db, isrcs)
    const unknown = isrcs.filter((isrc) => !tracks.has(isrc))
    if (unknown.length > 0)
      throw new ExpectedError(`There is no track ${unknown.join(', ')}. See: music list`)
    const isrcById = new Map([...tracks.values()].map(({ id, isrc }) => [id, isrc]))
    const ended = await db.transaction(async (tx) => {
      const files = await selectCurrentFiles(tx, [...isrcById.keys()])
      await endFiles(tx, files, now)
      await recordAuditEntries(
        tx,
        { kind: 'operator' },
        files.map((file) => ({
          action: 'music remove-file',
          subject: { kind: 'music', id: file.trackId },
          context: { isrc: isrcById.get(file.trackId) },
          before: describeFile(file),
          after: null,
        })),
      )
      return files
    })
    await removeUnused(db, store, ended)
    return ended.flatMap(({ trackId }) => isrcById.get(trackId) ?? [])
  })

const Name = z.object({ name: z.string() })

/** Two tracks may have the same content. */
async function removeUnused(db: Queryable, store: TrackFileStore, ended: readonly StoredContent[]) {
  if (ended.length === 0) return
  const rows = await db.query(
    Name,
    sql`select sha256 || '.' || format as name
    from track_files
    where sha256 = any(${ended.map(({ sha256 }) => sha256)}::text[])
      and ended_at is null`,
  )
  const used = new Set(rows.map(({ name }) => name))
  await store.remove(ended.filter((content) => !used.has(getStoredName(content))))
}
