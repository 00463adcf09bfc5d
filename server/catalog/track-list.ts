import type { Queryable } from '#server/db/database.ts'
import { parseOptionalIsrc } from '#server/files/fields.ts'

/** A track as the operator sees it. */
export interface CatalogTrack {
  isrc: string
  name: string
  artist: string
  category: string
  aliases: string[]
  moods: string[]
  shopping: boolean
  exclusive: boolean
  timeLimitSeconds: number | null
  lengthSeconds: number | null
  cover: string | null
  exclusiveLogo: string | null
  audio: string | null
  withdrawnAt: string | null
}

export interface TrackFilter {
  /** What a name, an artist, another name or the ISRC has in it. */
  search: string
  withdrawn: boolean
  /** null: all of them. */
  limit: number | null
}

/** Tracks by name, and how many there are. */
export async function selectCatalogTracks(
  db: Queryable,
  filter: TrackFilter,
): Promise<{ tracks: CatalogTrack[]; total: number }> {
  const search = filter.search.toLowerCase()
  const isrc = parseOptionalIsrc(filter.search)
  const rows = await db.query<CatalogTrack & { total: number }>(
    `select m.isrc,
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
      m.withdrawn_at as "withdrawnAt",
      count(*) over () as total
    from tracks m
    where (m.withdrawn_at is not null) = $1
      and (
        m.isrc = $3
        or strpos(lower(m.name || chr(10) || m.artist || chr(10) || m.aliases || chr(10) || m.isrc), $2) > 0)
    order by m.name, m.isrc
    limit $4::bigint`,
    [filter.withdrawn, search.normalize('NFC'), isrc, filter.limit],
  )
  return { total: rows[0]?.total ?? 0, tracks: rows.map(({ total: _total, ...track }) => track) }
}
