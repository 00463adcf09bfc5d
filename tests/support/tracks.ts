import type { MusicCategory } from '#contract/musics.ts'
import type { Queryable } from '#server/db/database.ts'
import { queryRaw } from './raw-sql.ts'

export interface Track {
  isrc: string
  name: string
  artist: string
  category: MusicCategory
  aliases: string
  shopping: boolean
  /** Ids. */
  moods: number[]
  createdAt: string
}

/** An ISRC for a number. */
export const isrcFor = (number: number) => `KRTST26${String(number).padStart(5, '0')}`

/** Puts tracks into the catalogue, in one transaction's time where nothing else is said. @returns their ids */
export async function insertTracks(db: Queryable, tracks: readonly Partial<Track>[]): Promise<number[]> {
  const ids: number[] = []
  for (const [index, track] of tracks.entries()) {
    const {
      isrc = isrcFor(index + 1),
      name = `Track ${index + 1}`,
      artist = 'Someone',
      category = 'BGM',
    } = track
    const { aliases = '', shopping = false, createdAt = '2026-01-01T00:00:00Z', moods = [] } = track
    const [row] = await queryRaw<{ id: number }>(
      db,
      `with track as (
        insert into tracks (isrc, name, artist, category, aliases, shopping, created_at)
        values ($1, $2, $3, $4, $5, $6, $7)
        returning id
      ), tagged as (
        insert into track_moods (track_id, mood_id)
        select track.id, unnest($8::integer[]) from track
      )
      select id from track`,
      [isrc, name, artist, category, aliases, shopping, createdAt, moods],
    )
    if (!row) throw new Error('the track was not made')
    ids.push(row.id)
  }
  return ids
}

export const withdrawTrack = (db: Queryable, id: number, withdrawn = true) =>
  queryRaw(db, 'update tracks set withdrawn_at = case when $2 then now() end where id = $1', [id, withdrawn])

export interface Claim {
  channelId: string
  videoId: string
  isrc: string | null
  status?: string
}

/** Puts in what an owner claims; what it claimed before counts no longer. */
export async function replaceClaims(
  db: Queryable,
  claims: readonly Claim[],
  owner = 'main',
  day = '2026-10-20',
) {
  const [load] = await queryRaw<{ id: number }>(
    db,
    `insert into report_loads (report_type, owner, day, create_time, file_name, sha256, state)
    values ('claims', $1, $2, now(), 'test', 'test', 'current')
    returning id`,
    [owner, day],
  )
  if (!load) throw new Error('the claims were not noted')
  await queryRaw(db, `delete from report_current where report_type = 'claims' and owner = $1`, [owner])
  await queryRaw(
    db,
    `insert into report_current (report_type, owner, day, load_id) values ('claims', $1, $2, $3)`,
    [owner, day, load.id],
  )
  for (const [index, { channelId, videoId, isrc, status = 'ACTIVE' }] of claims.entries()) {
    await queryRaw(
      db,
      `insert into claims (load_id, claim_id, claim_status, channel_id, video_id, asset_id, asset_title, artist, isrc,
        is_shorts_eligible)
      values ($1, $2, $3, $4, $5, 'A1', 'x', 'x', $6, true)`,
      [load.id, `${owner} ${index}`, status, channelId, videoId, isrc],
    )
  }
}
