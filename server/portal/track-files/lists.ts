import * as z from 'zod/mini'
import { TrackFileFormat } from '#contract/reports/tracks.ts'
import type { Site } from '#server/platform/auth/sites.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { Count, Id, Integer, queryOne, Timestamp } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'

const TrackWithFile = z.object({
  isrc: z.string(),
  name: z.string(),
  artist: z.string(),
  format: z.nullable(TrackFileFormat),
  bytes: z.nullable(Integer),
  lengthMs: z.nullable(Integer),
  sha256: z.nullable(z.string()),
  suppliedAt: z.nullable(Timestamp),
  downloads: Count,
})
export type TrackWithFile = z.output<typeof TrackWithFile>

/** `isMissing`: the tracks of the catalog without a file, otherwise all with one, withdrawn tracks included. */
export const selectTracksWithFiles = (db: Queryable, isMissing: boolean): Promise<TrackWithFile[]> =>
  db.query(
    TrackWithFile,
    sql`select m.isrc,
      m.name,
      m.artist,
      f.format,
      f.bytes,
      f.length_ms as "lengthMs",
      f.sha256,
      f.supplied_at as "suppliedAt",
      (select count(*)
        from track_files t
        join track_downloads d on d.file_id = t.id
        where t.track_id = m.id) as downloads
    from tracks m
    left join track_files f on f.track_id = m.id
      and f.ended_at is null
    where (f.id is null) = ${isMissing}::boolean
      and (f.id is not null or m.withdrawn_at is null)
    order by m.name, m.isrc`,
  )

const FileCounts = z.object({ tracks: Count, missing: Count })

/** Of the tracks that are listed. */
export const countMissingFiles = (db: Queryable) =>
  queryOne(
    db,
    FileCounts,
    sql`select count(*) as tracks,
      count(*) filter (
        where not exists (
          select
          from track_files f
          where f.track_id = m.id
            and f.ended_at is null)
      ) as missing
    from tracks m
    where m.withdrawn_at is null`,
  )

const Download = z.object({
  time: Timestamp,
  site: z.string(),
  accountId: Id,
  /** Null: the account is deleted. */
  account: z.nullable(z.string()),
  isrc: z.string(),
  track: z.string(),
  artist: z.string(),
  format: TrackFileFormat,
  sha256: z.string(),
})
export type Download = z.output<typeof Download>

export interface DownloadFilter {
  site?: Pick<Site, 'id'> | undefined
  email?: string | undefined
  isrc?: string | undefined
  /** Days of UTC. */
  from?: string | undefined
  to?: string | undefined
  /** Null: all. */
  limit: number | null
}

/** The latest first. */
export const selectDownloads = (
  db: Queryable,
  { site, email, isrc, from, to, limit }: DownloadFilter,
): Promise<Download[]> =>
  db.query(
    Download,
    sql`select d.downloaded_at as time,
      s.domain as site,
      d.account_id as "accountId",
      a.email as account,
      m.isrc,
      m.name as track,
      m.artist,
      f.format,
      f.sha256
    from track_downloads d
    join track_files f on f.id = d.file_id
    join tracks m on m.id = f.track_id
    join accounts a on a.id = d.account_id
    join sites s on s.id = d.site_id
    where (${site?.id ?? null}::integer is null or d.site_id = ${site?.id ?? null}::integer)
      and (${email ?? null}::text is null or lower(a.email) = lower(${email ?? null}::text))
      and (${isrc ?? null}::text is null or m.isrc = ${isrc ?? null}::text)
      and (${from ?? null}::date is null or d.downloaded_at >= ${from ?? null}::date::timestamp at time zone 'UTC')
      and (${to ?? null}::date is null or d.downloaded_at < (${to ?? null}::date + 1)::timestamp at time zone 'UTC')
    order by d.downloaded_at desc, d.id desc
    limit ${limit}`,
  )

const StoredFile = z.object({ sha256: z.string(), format: TrackFileFormat })

export const selectStoredFiles = (db: Queryable) =>
  db.query(StoredFile, sql`select distinct sha256, format from track_files where ended_at is null`)
