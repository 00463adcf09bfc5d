import type { MusicCategory } from '#contract/reports/tracks.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { queryRaw } from './raw-sql.ts'

export interface Track {
  isrc: string
  name: string
  artist: string
  category: MusicCategory
  aliases: string
  shopping: boolean
  /** Ids of moods. */
  moods: number[]
  createdAt: string
}

/** Builds an ISRC from a number. */
export const isrcFor = (number: number) => `KRTST26${String(number).padStart(5, '0')}`

/** Inserts tracks into the catalog with one statement. @returns their ids */
export async function insertTracks(db: Queryable, tracks: readonly Partial<Track>[]): Promise<number[]> {
  const rows = tracks.map((track, index) => ({
    index,
    isrc: isrcFor(index + 1),
    name: `Track ${index + 1}`,
    artist: 'Someone',
    category: 'BGM',
    aliases: '',
    shopping: false,
    moods: [],
    createdAt: '2026-01-01T00:00:00Z',
    ...track,
  }))
  const inserted = await queryRaw<{ id: number }>(
    db,
    `with input as (
      select *
      from jsonb_to_recordset($1::text::jsonb) as t (
        index integer, isrc text, name text, artist text, category text, aliases text, shopping boolean,
        moods integer[], "createdAt" timestamptz
      )
    ), track as (
      insert into tracks (isrc, name, artist, category, aliases, shopping, created_at)
      select isrc, name, artist, category, aliases, shopping, "createdAt" from input order by index
      returning id, isrc
    ), tagged as (
      insert into track_moods (track_id, mood_id)
      select track.id, unnest(input.moods) from track join input using (isrc)
    )
    select track.id from track join input using (isrc) order by input.index`,
    [JSON.stringify(rows)],
  )
  return inserted.map(({ id }) => id)
}

export const withdrawTrack = (db: Queryable, id: number, withdrawn = true) =>
  queryRaw(db, 'update tracks set withdrawn_at = case when $2 then now() end where id = $1', [id, withdrawn])

export interface Claim {
  channelId: string
  videoId: string
  isrc: string | null
  status?: string
}

/** Inserts an owner's claims, which replace its earlier ones. */
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
