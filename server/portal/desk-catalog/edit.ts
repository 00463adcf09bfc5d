import * as z from 'zod/mini'
import type { TrackChange, TrackMediaKind } from '#contract/portal/desk/music.ts'
import { MusicCategory } from '#contract/reports/tracks.ts'
import type { Database } from '#server/platform/db/database.ts'
import { Integer } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { MediaStore, type TrackMediaKind as StoredKind } from '#server/platform/media/media-store.ts'
import { UnusableFileError } from '#server/platform/media/unusable-file.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { withCatalogLock } from '#server/portal/catalog/lock.ts'
import { mergeTracks } from '#server/portal/catalog/merge.ts'
import { selectMoodKeys } from '#server/portal/catalog/moods.ts'
import type { StagedTrack } from '#server/portal/catalog/staging.ts'
import type { CatalogRecording } from '#server/portal/catalog/track-audit.ts'
import { TrackFileStore } from '#server/portal/track-files/store.ts'
import { supplyTrackFiles } from '#server/portal/track-files/supply.ts'

const CurrentTrack = z.object({
  isrc: z.string(),
  name: z.string(),
  artist: z.string(),
  category: MusicCategory,
  aliases: z.string(),
  shopping: z.boolean(),
  exclusive: z.boolean(),
  timeLimitSeconds: z.nullable(Integer),
  lengthSeconds: z.nullable(Integer),
  cover: z.nullable(z.string()),
  exclusiveLogo: z.nullable(z.string()),
  audio: z.nullable(z.string()),
})

/** Of a catalog file, which is merged in the same way. */
const columnOf: Readonly<Partial<Record<keyof StagedTrack, string>>> = {
  aliases: 'aliases',
  moods: 'moods',
  shopping: 'shopping',
  exclusive: 'exclusive',
  timeLimitSeconds: 'time_limit',
  lengthSeconds: 'length',
  cover: 'cover',
  exclusiveLogo: 'exclusive_logo',
  audio: 'audio',
}

type Patch = Partial<Omit<StagedTrack, 'isrc'>>

/** Requires the catalog lock. @throws {Refusal} `not_found` */
const mergePatch = (
  db: Database,
  isrc: string,
  patch: Patch,
  recording: CatalogRecording,
): Promise<boolean> =>
  db.transaction(async (tx) => {
    const [current] = await tx.query(
      CurrentTrack,
      sql`select isrc,
        name,
        artist,
        category,
        aliases,
        shopping,
        exclusive,
        time_limit_seconds as "timeLimitSeconds",
        length_seconds as "lengthSeconds",
        cover,
        exclusive_logo as "exclusiveLogo",
        audio
      from tracks
      where isrc = ${isrc}
      for update`,
    )
    if (!current) throw new Refusal('not_found')
    const columns = (Object.keys(patch) as (keyof Patch)[]).flatMap((name) => columnOf[name] ?? [])
    const track = { ...current, moods: [], ...patch }
    const { changed } = await mergeTracks(tx, [track], new Set(columns), { restores: false, recording })
    return changed > 0
  })

/** @throws {Refusal} `not_found`, or `invalid` for an unknown mood */
export const editTrack = (
  db: Database,
  isrc: string,
  { aliases, ...change }: TrackChange,
  recording: CatalogRecording,
): Promise<boolean> =>
  withCatalogLock(db, async () => {
    const known = await selectMoodKeys(db)
    if (change.moods?.some((mood) => !known.has(mood))) throw new Refusal('invalid')
    const given = { ...change, ...(aliases && { aliases: [...new Set(aliases)].join('\n') }) }
    const patch = Object.fromEntries(
      Object.entries(given).filter(([, value]) => value !== undefined),
    ) as Patch
    return mergePatch(db, isrc, patch, recording)
  })

const storedKinds: Readonly<Record<Exclude<TrackMediaKind, 'file'>, [StoredKind, keyof Patch]>> = {
  cover: ['covers', 'cover'],
  logo: ['logos', 'exclusiveLogo'],
  preview: ['audio', 'audio'],
}

interface Folders {
  mediaDir: string | undefined
  trackFilesDir: string | undefined
}

interface TrackMedia {
  isrc: string
  kind: TrackMediaKind
  bytes: Buffer
}

/** @throws {Refusal} `not_found`, `invalid` for a file that cannot be used, `unavailable` without a folder */
export async function storeTrackMedia(
  db: Database,
  { mediaDir, trackFilesDir }: Folders,
  { isrc, kind, bytes }: TrackMedia,
  recording: CatalogRecording,
  now: Date,
): Promise<void> {
  await requireTracks(db, [isrc])
  if (kind === 'file') {
    if (trackFilesDir === undefined) throw new Refusal('unavailable')
    const { errors } = await supplyTrackFiles(db, [{ name: isrc, isrc, read: async () => bytes }], {
      store: new TrackFileStore(trackFilesDir),
      checkOnly: false,
      signal: new AbortController().signal,
      now,
      recording,
      start() {},
      update() {},
    })
    if (errors.length > 0) throw new Refusal('invalid')
    return
  }
  if (mediaDir === undefined) throw new Refusal('unavailable')
  const [folder, name] = storedKinds[kind]
  await withCatalogLock(db, async () => {
    const media = new MediaStore(mediaDir)
    await media.prepare()
    const path = await media.store(folder, bytes, 'store').catch((error: unknown) => {
      throw error instanceof UnusableFileError ? new Refusal('invalid') : error
    })
    // A badge is of an exclusive track, as in a catalog file.
    const patch = { [name]: path, ...(kind === 'logo' && { exclusive: true }) }
    await mergePatch(db, isrc, patch, recording)
  })
}

const IsrcRow = z.object({ isrc: z.string() })

/** @throws {Refusal} `not_found` */
export async function requireTracks(db: Database, isrcs: readonly string[]): Promise<void> {
  const rows = await db.query(IsrcRow, sql`select isrc from tracks where isrc = any(${isrcs}::text[])`)
  if (rows.length < new Set(isrcs).size) throw new Refusal('not_found')
}
