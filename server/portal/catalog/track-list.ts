import * as z from 'zod/mini'
import type { Queryable } from '#server/platform/db/database.ts'
import { Integer, Timestamp } from '#server/platform/db/rows.ts'
import { type Sql, sql } from '#server/platform/db/sql.ts'
import { parseOptionalIsrc } from '#server/platform/files/fields.ts'

const CatalogTrack = z.object({
  isrc: z.string(),
  name: z.string(),
  artist: z.string(),
  category: z.string(),
  aliases: z.array(z.string()),
  moods: z.array(z.string()),
  shopping: z.boolean(),
  exclusive: z.boolean(),
  timeLimitSeconds: z.nullable(Integer),
  lengthSeconds: z.nullable(Integer),
  cover: z.nullable(z.string()),
  exclusiveLogo: z.nullable(z.string()),
  audio: z.nullable(z.string()),
  withdrawnAt: z.nullable(Timestamp),
})
type CatalogTrack = z.output<typeof CatalogTrack>

/** Expects `tracks m`. */
export const matchTracks = (search: string): Sql =>
  sql`(
        m.isrc = ${parseOptionalIsrc(search)}
        or strpos(lower(m.name || chr(10) || m.artist || chr(10) || m.aliases || chr(10) || m.isrc),
          ${search.toLowerCase().normalize('NFC')}) > 0)`

export function selectCatalogTracks(
  db: Queryable,
  { search, withdrawn }: { search: string; withdrawn: boolean },
): Promise<CatalogTrack[]> {
  return db.query(
    CatalogTrack,
    sql`select m.isrc,
      m.name,
      m.artist,
      m.category,
      array_remove(string_to_array(m.aliases, chr(10)), '') as aliases,
      array(
        select g.key
        from track_moods t
        join moods g on g.id = t.mood_id
        where t.track_id = m.id
        order by g.key
      ) as moods,
      m.shopping,
      m.exclusive,
      m.time_limit_seconds as "timeLimitSeconds",
      m.length_seconds as "lengthSeconds",
      m.cover,
      m.exclusive_logo as "exclusiveLogo",
      m.audio,
      m.withdrawn_at as "withdrawnAt"
    from tracks m
    where (m.withdrawn_at is not null) = ${withdrawn}
      and ${matchTracks(search)}
    order by m.name, m.isrc`,
  )
}
