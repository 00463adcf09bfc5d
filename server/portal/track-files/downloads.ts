import * as z from 'zod/mini'
import { TrackFileFormat } from '#contract/reports/tracks.ts'
import { countRateLimit } from '#server/platform/auth/rate-limits.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { Id, IdRow, Integer } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { Refusal } from '#server/platform/refusal.ts'

const DownloadableFile = z.object({
  id: Id,
  isrc: z.string(),
  name: z.string(),
  artist: z.string(),
  sha256: z.string(),
  format: TrackFileFormat,
  bytes: Integer,
})
export type DownloadableFile = z.output<typeof DownloadableFile>

/** @throws {Refusal} `not_found` for an unknown or withdrawn track, and one without a file */
export async function selectDownloadableFile(db: Queryable, trackId: number): Promise<DownloadableFile> {
  const [file] = await db.query(
    DownloadableFile,
    sql`select f.id, m.isrc, m.name, m.artist, f.sha256, f.format, f.bytes
    from tracks m
    join track_files f on f.track_id = m.id
    where m.id = ${trackId}
      and m.withdrawn_at is null
      and f.ended_at is null`,
  )
  if (!file) throw new Refusal('not_found')
  return file
}

interface NewDownload {
  fileId: number
  accountId: number
  siteId: number
}

/** A retry, or the rest of a file, belongs to the download before. */
const sameDownloadMs = 60 * 60_000

/** @throws {Refusal} `downloads_used_up` */
export async function recordDownload(
  db: Queryable,
  { fileId, accountId, siteId }: NewDownload,
  now: Date,
): Promise<void> {
  const recent = await db.query(
    IdRow,
    sql`select id
    from track_downloads
    where account_id = ${accountId}
      and file_id = ${fileId}
      and downloaded_at > ${new Date(now.getTime() - sameDownloadMs)}
    limit 1`,
  )
  if (recent.length > 0) return
  const limit = 'track-file-day'
  const { isExceeded, retryAfterSeconds } = await countRateLimit(db, limit, String(accountId), now)
  if (isExceeded) throw new Refusal('downloads_used_up', { control: limit, retryAfterSeconds })
  await db.execute(
    sql`insert into track_downloads (file_id, account_id, site_id, downloaded_at)
    values (${fileId}, ${accountId}, ${siteId}, ${now})`,
  )
}
