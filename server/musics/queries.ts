import { officialPrefix, type PopularMusic, type PopularMusics } from '#contract/musics.ts'
import type { Queries } from '#server/db/connect.ts'

type Ranked = Omit<PopularMusic, 'id'> & { id: number | null; from: string | null; to: string | null }

/**
 * The first `size` tracks of the week, as they were ranked with the lists of videos. One statement, so that the days and
 * the ranks are of the same week.
 */
export async function selectPopularMusics(db: Queries, size: number): Promise<PopularMusics> {
  const rows = await db.query<Ranked>(
    `select s.week_to - 6 as "from",
      s.week_to as "to",
      m.id,
      m.isrc,
      m.name,
      m.artist,
      m.category,
      m.cover,
      m.time_limit_seconds is not null as has_time_limit,
      starts_with(m.isrc, $2) as official,
      w.rank,
      w.last_rank
    from report_state s
    left join weekly_musics w on w.rank <= $1
    left join musics m on m.id = w.music_id
    order by w.rank`,
    [size, officialPrefix],
  )
  const [first] = rows
  const musics = rows.flatMap(({ from: _from, to: _to, id, ...music }) =>
    id === null ? [] : [{ id, ...music }],
  )
  return { from: first?.from ?? null, to: first?.to ?? null, musics }
}
