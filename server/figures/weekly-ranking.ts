import type { Queryable } from '#server/db/database.ts'
import { addDays } from './periods.ts'

/** The order of the tracks in the week that ends on a day. */
export interface WeeklyRanking {
  /** null while no day is whole. */
  to: string | null
  ranks: { track_id: number; rank: number; previous_rank: number | null }[]
}

const daysPerWeek = 7

/** Ranks the catalogue by the views of the last seven report days. Whoever has registered a channel, its views count. */
export async function rankTracks(db: Queryable): Promise<WeeklyRanking> {
  const [latest] = await db.query<{ day: string | null }>('select max(day) as day from complete_days')
  const to = latest?.day ?? null
  if (to === null) return { to, ranks: [] }
  const from = addDays(to, 1 - daysPerWeek)
  const ranks = await db.query<WeeklyRanking['ranks'][number]>(
    `with used as materialized (
      -- claims of several owners on one video are one use
      select distinct c.channel_id, c.video_id, m.id as track_id
      from report_current r
      join claims c on c.load_id = r.load_id
      join tracks m on m.isrc = c.isrc
        and m.withdrawn_at is null
      where r.report_type = 'claims'
        and lower(c.claim_status) = 'active'
    ), viewed as (
      select u.track_id,
        coalesce(sum(v.views) filter (where v.day >= $2), 0)::bigint as views,
        coalesce(sum(v.views) filter (where v.day < $2), 0)::bigint as last_views
      from used u
      -- by the whole key: a look-up each where nothing is known yet of how many there are
      join video_daily v on v.channel_id = u.channel_id
        and v.video_id = u.video_id
      where v.day between $1 and $3
      group by u.track_id
    ), ranked as (
      select track_id,
        views,
        last_views,
        row_number() over (order by views desc, track_id) as rank,
        row_number() over (order by last_views desc, track_id) as previous_rank
      from viewed
    )
    select track_id,
      rank,
      case when last_views > 0 then previous_rank end as previous_rank
    from ranked
    where views > 0
    order by rank`,
    [addDays(from, -daysPerWeek), from, to],
  )
  return { to, ranks }
}

/** Puts an order in the place of the one in use. Inside a transaction. */
export async function replaceWeeklyRanking(tx: Queryable, { to, ranks }: WeeklyRanking): Promise<void> {
  await tx.query('update report_state set ranked_until = $1', [to])
  await tx.query('delete from weekly_track_ranks')
  await tx.query(
    `insert into weekly_track_ranks (rank, track_id, previous_rank)
    select w.rank, w.track_id, w.previous_rank
    from jsonb_to_recordset($1::text::jsonb) as w (rank integer, track_id integer, previous_rank integer)
    join tracks m on m.id = w.track_id
      and m.withdrawn_at is null`,
    [JSON.stringify(ranks)],
  )
}
