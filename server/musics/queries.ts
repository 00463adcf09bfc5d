import type { Locale } from '#contract/locale.ts'
import { type Music, officialPrefix, type PopularMusics } from '#contract/musics.ts'
import type { Queryable } from '#server/db/database.ts'
import { type LocalizedText, localizeText } from '#server/localized-text.ts'

/** For whom tracks are read. */
export interface Viewer {
  /** null: a visitor, who has no favourites. */
  accountId: number | null
  /** The languages to name moods in, the first that there is. */
  locales: readonly Locale[]
}

type MusicRow = Omit<Music, 'moodTags'> & { moods: { id: number; name: LocalizedText }[] }

/** Tracks by their ids, in the order given; of one that is not there nothing. */
export async function selectMusicsById(
  db: Queryable,
  ids: readonly number[],
  { accountId, locales }: Viewer,
): Promise<Music[]> {
  if (ids.length === 0) return []
  const rows = await db.query<MusicRow>(
    `select m.id,
      m.isrc,
      m.name,
      m.artist,
      m.category,
      m.cover,
      m.time_limit_seconds is not null as "hasTimeLimit",
      starts_with(m.isrc, $3) as official,
      m.exclusive,
      m.exclusive_logo,
      m.shopping,
      m.length_seconds as "lengthSeconds",
      m.audio,
      (select coalesce(jsonb_agg(jsonb_build_object('id', t.id, 'name', t.name) order by t.id), '[]')
        from track_moods k
        join moods t on t.id = k.mood_id
        where k.track_id = m.id) as moods,
      exists (
        select
        from favorites f
        where f.account_id = $2
          and f.track_id = m.id) as favourite
    from unnest($1::integer[]) with ordinality as requested (id, position)
    join tracks m on m.id = requested.id
    order by requested.position`,
    [ids, accountId, officialPrefix],
  )
  return rows.map(({ moods, ...music }) => ({
    ...music,
    moodTags: moods.map(({ id, name }) => ({ id, name: localizeText(name, locales) })),
  }))
}

interface RankedRow {
  from: string | null
  to: string | null
  id: number | null
  previousRank: number | null
}

/**
 * The first `size` tracks of the week, as they were ranked with the lists of videos; what has left the catalogue since
 * then leaves no hole. The days and the ranks by one statement, so that they are of the same week.
 */
export async function selectPopularMusics(
  db: Queryable,
  size: number,
  viewer: Viewer,
): Promise<PopularMusics> {
  const ranked = await db.query<RankedRow>(
    `select s.ranked_until - 6 as "from",
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
      order by w.rank
      limit $1
    ) w on true
    order by w.rank`,
    [size],
  )
  const [first] = ranked
  const ids = ranked.flatMap(({ id }) => (id === null ? [] : [id]))
  const tracks = new Map((await selectMusicsById(db, ids, viewer)).map((music) => [music.id, music]))
  const musics = ranked.flatMap(({ id, previousRank }, at) => {
    const music = id === null ? undefined : tracks.get(id)
    return music ? [{ ...music, rank: at + 1, previousRank }] : []
  })
  return { from: first?.from ?? null, to: first?.to ?? null, musics }
}

/** The moods that tracks have, with how many those are. */
export const selectMoods = (db: Queryable) =>
  db.query<{ id: number; name: LocalizedText; tracks: number }>(
    `select id,
      name,
      track_count as tracks
    from moods
    where track_count > 0
    order by id`,
  )
