import { officialPrefix, type PopularMusics } from '#contract/musics.ts'
import type { Queries } from '#server/db/connect.ts'

/** The first `size` tracks of the week, as they were ranked with the lists of videos. */
export async function selectPopularMusics(db: Queries, size: number): Promise<PopularMusics> {
  const [week] = await db.query<{ from: string | null; to: string | null }>(
    `select week_to - 6 as "from",
      week_to as "to"
    from report_state`,
  )
  const musics = await db.query<PopularMusics['musics'][number]>(
    `select m.id,
      m.isrc,
      m.name,
      m.artist,
      m.category,
      m.cover,
      m.time_limit_seconds is not null as has_time_limit,
      starts_with(m.isrc, $2) as official,
      w.rank,
      w.last_rank
    from weekly_musics w
    join musics m on m.id = w.music_id
    order by w.rank
    limit $1`,
    [size, officialPrefix],
  )
  return { from: week?.from ?? null, to: week?.to ?? null, musics }
}
