import * as z from 'zod/mini'
import type { Queryable } from '#server/db/database.ts'
import { Day, Id, Integer, queryOne } from '#server/db/rows.ts'
import { sql } from '#server/db/sql.ts'
import { addDays } from './periods.ts'

const TrackRank = z.object({ track_id: Id, rank: Integer, previous_rank: z.nullable(Integer) })

export interface WeeklyRanking {
  to: string | null
  ranks: z.output<typeof TrackRank>[]
}

const daysPerWeek = 7

const LatestDay = z.object({ day: z.nullable(Day) })

/** By views of all reported videos over the last seven report days, whether or not they earn. */
export async function rankTracks(db: Queryable): Promise<WeeklyRanking> {
  const { day: to } = await queryOne(db, LatestDay, sql`select max(day) as day from complete_days`)
  if (to === null) return { to, ranks: [] }
  const from = addDays(to, 1 - daysPerWeek)
  const ranks = await db.query(
    TrackRank,
    sql`with used as materialized (
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
        coalesce(sum(v.views) filter (where v.day >= ${from}), 0)::bigint as views,
        coalesce(sum(v.views) filter (where v.day < ${from}), 0)::bigint as previous_views
      from used u
      -- joined by the full key: one index look-up each, also before the planner has statistics
      join video_daily v on v.channel_id = u.channel_id
        and v.video_id = u.video_id
      where v.day between ${addDays(from, -daysPerWeek)} and ${to}
      group by u.track_id
    ), ranked as (
      select track_id,
        views,
        previous_views,
        row_number() over (order by views desc, track_id) as rank,
        row_number() over (order by previous_views desc, track_id) as previous_rank
      from viewed
    )
    select track_id,
      rank,
      case when previous_views > 0 then previous_rank end as previous_rank
    from ranked
    where views > 0
    order by rank`,
  )
  return { to, ranks }
}

/** Requires a transaction. */
export async function replaceWeeklyRanking(tx: Queryable, { to, ranks }: WeeklyRanking): Promise<void> {
  await tx.execute(sql`update report_state set ranked_until = ${to}`)
  await tx.execute(sql`delete from weekly_track_ranks`)
  await tx.execute(
    sql`insert into weekly_track_ranks (rank, track_id, previous_rank)
    select w.rank, w.track_id, w.previous_rank
    from jsonb_to_recordset(${JSON.stringify(ranks)}::text::jsonb)
      as w (rank integer, track_id integer, previous_rank integer)
    join tracks m on m.id = w.track_id
      and m.withdrawn_at is null`,
  )
}
