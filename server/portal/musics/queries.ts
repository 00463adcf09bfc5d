import * as z from 'zod/mini'
import type { Locale } from '#contract/platform/locale.ts'
import { type PopularMusics, type RankedWeek, rankedWeeks } from '#contract/portal/musics.ts'
import { Music, officialPrefix } from '#contract/reports/tracks.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { Count, Day, Id, IdRow, Integer } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { LocalizedText, localizeText } from '#server/platform/localized-text.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { getRankedWeek } from '#server/reports/lists/weekly-ranking.ts'

export interface Viewer {
  /** Null for visitors, who have no favorites. */
  accountId: number | null
  /** See `downloadTrackFile`. */
  mayDownload: boolean
  locales: readonly Locale[]
}

const MusicRow = z.extend(z.omit(Music, { moodTags: true }), {
  moods: z.array(z.object({ id: Id, name: LocalizedText })),
})

export async function selectMusicsById(
  db: Queryable,
  ids: readonly number[],
  { accountId, mayDownload, locales }: Viewer,
): Promise<Music[]> {
  if (ids.length === 0) return []
  const rows = await db.query(
    MusicRow,
    sql`select m.id,
      m.isrc,
      m.name,
      m.artist,
      m.category,
      m.cover,
      m.time_limit_seconds is not null as "hasTimeLimit",
      starts_with(m.isrc, ${officialPrefix}) as official,
      m.exclusive,
      m.exclusive_logo,
      m.shopping,
      m.length_seconds as "lengthSeconds",
      m.audio,
      (select jsonb_build_object('format', l.format, 'bytes', l.bytes)
        from track_files l
        where l.track_id = m.id
          and l.ended_at is null
          and ${mayDownload}::boolean) as file,
      (select coalesce(jsonb_agg(jsonb_build_object('id', t.id, 'name', t.name) order by t.id), '[]')
        from track_moods k
        join moods t on t.id = k.mood_id
        where k.track_id = m.id) as moods,
      exists (
        select
        from favorites f
        where f.account_id = ${accountId}::integer
          and f.track_id = m.id) as favorite
    from unnest(${ids}::integer[]) with ordinality as requested (id, position)
    join tracks m on m.id = requested.id
    order by requested.position`,
  )
  return rows.map(({ moods, ...music }) => ({
    ...music,
    moodTags: moods.map(({ id, name }) => ({ id, name: localizeText(name, locales) })),
  }))
}

/** @throws {Refusal} `not_found` for an unknown or withdrawn track */
export async function selectMusic(db: Queryable, id: number, viewer: Viewer): Promise<Music> {
  const available = await db.query(
    IdRow,
    sql`select id from tracks where id = ${id} and withdrawn_at is null`,
  )
  const [music] = await selectMusicsById(
    db,
    available.map((track) => track.id),
    viewer,
  )
  if (!music) throw new Refusal('not_found')
  return music
}

const RankedRow = z.object({
  from: z.nullable(Day),
  to: z.nullable(Day),
  id: z.nullable(Id),
  previousRank: z.nullable(Integer),
})

/** Withdrawn tracks leave no gap in the ranks. */
export async function selectPopularMusics(
  db: Queryable,
  size: number,
  viewer: Viewer,
): Promise<PopularMusics> {
  // One statement, so that the week and its ranks belong together.
  const ranked = await db.query(
    RankedRow,
    sql`select s.ranked_until - 6 as "from",
      s.ranked_until as "to",
      w.track_id as id,
      w.previous_rank as "previousRank"
    from report_state s
    left join (
      select w.track_id,
        w.rank,
        w.previous_rank
      from weekly_track_ranks w
      join tracks m on m.id = w.track_id
      where m.withdrawn_at is null
        and w.rank is not null
      order by w.rank
      limit ${size}
    ) w on true
    order by w.rank`,
  )
  const [first] = ranked
  const ids = ranked.flatMap(({ id }) => (id === null ? [] : [id]))
  const tracks = new Map((await selectMusicsById(db, ids, viewer)).map((music) => [music.id, music]))
  const musics = ranked.flatMap(({ id, previousRank }, index) => {
    const music = id === null ? undefined : tracks.get(id)
    return music ? [{ ...music, rank: index + 1, previousRank }] : []
  })
  return { from: first?.from ?? null, to: first?.to ?? null, musics }
}

const TrackRanks = z.object({
  first: z.nullable(Day),
  to: z.nullable(Day),
  /** The latest first; 0: no views. */
  ranks: z.array(Integer),
})

/** @throws {Refusal} `not_found` for an unknown or withdrawn track */
export async function selectTrackRanks(db: Queryable, trackId: number): Promise<RankedWeek[]> {
  const [row] = await db.query(
    TrackRanks,
    sql`select (select min(first_day) from owner_spans) as first,
      s.ranked_until as to,
      array[coalesce(w.rank, 0), coalesce(w.previous_rank, 0)] || coalesce(w.earlier_ranks, '{}') as ranks
    from tracks m
    cross join report_state s
    left join weekly_track_ranks w on w.track_id = m.id
    where m.id = ${trackId}
      and m.withdrawn_at is null`,
  )
  if (!row) throw new Refusal('not_found')
  const { first, to, ranks } = row
  if (first === null || to === null) return []
  return Array.from({ length: rankedWeeks }, (_, at) => ({
    ...getRankedWeek(to, at),
    rank: ranks[at] || null,
  }))
    .filter((week) => week.to >= first)
    .reverse()
}

const MoodRow = z.object({ id: Id, name: LocalizedText, tracks: Count })

export const selectMoods = (db: Queryable) =>
  db.query(
    MoodRow,
    sql`select id,
      name,
      track_count as tracks
    from moods
    where track_count > 0
    order by id`,
  )
