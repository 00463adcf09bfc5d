import * as z from 'zod/mini'
import { addDays, listDays } from '#contract/calendar.ts'
import type { DayRange } from '#contract/reports.ts'
import type { Queryable } from '#server/db/database.ts'
import { Day, Id, Integer, queryOne } from '#server/db/rows.ts'
import { sql } from '#server/db/sql.ts'
import type { ListRefresh } from './affected-rows.ts'
import { haveClaimsChanged, usedTracks } from './list-tracks.ts'

const TrackRank = z.object({ track_id: Id, rank: Integer, previous_rank: z.nullable(Integer) })

export interface WeeklyRanking {
  to: string | null
  ranks: z.output<typeof TrackRank>[]
}

const daysPerWeek = 7

const LatestDay = z.object({ day: z.nullable(Day) })

/**
 * By views of all reported videos over the last seven report days, whether or not they earn.
 * @returns null when nothing that it is computed from has changed
 */
export async function rankTracks(db: Queryable, refresh: ListRefresh): Promise<WeeklyRanking | null> {
  const { day: to } = await queryOne(db, LatestDay, sql`select max(day) as day from complete_days`)
  if (to === null) return { to, ranks: [] }
  const range = { from: addDays(to, 1 - 2 * daysPerWeek), to }
  if (!(await isRankingStale(db, refresh, range))) return null
  await updateTrackDays(db, refresh, range)
  const from = addDays(to, 1 - daysPerWeek)
  const ranks = await db.query(
    TrackRank,
    sql`with viewed as (
      select m.id as track_id,
        coalesce(sum(d.views) filter (where d.day >= ${from}), 0)::bigint as views,
        coalesce(sum(d.views) filter (where d.day < ${from}), 0)::bigint as previous_views
      from track_daily d
      join tracks m on m.isrc = d.isrc
        and m.withdrawn_at is null
      group by m.id
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

const Staleness = z.object({ isStale: z.boolean() })

async function isRankingStale(
  db: Queryable,
  { revision, isComplete }: ListRefresh,
  { from, to }: DayRange,
): Promise<boolean> {
  const { isStale } = await queryOne(
    db,
    Staleness,
    sql`select s.ranked_until is distinct from ${to}::date
      or exists (select from changed_claims where revision <= ${revision})
      or exists (select from changed_catalog where revision <= ${revision})
      or exists (
        select
        from changed_days
        where revision <= ${revision}
          and from_day <= ${to}
          and to_day >= ${from}) as "isStale"
    from report_state s`,
  )
  return isComplete || isStale
}

const KnownDay = z.object({ day: Day })

/** Keeps the views per track of the days of the range: computes those that changed or are not there. */
async function updateTrackDays(db: Queryable, refresh: ListRefresh, { from, to }: DayRange): Promise<void> {
  const isEveryDayStale = await haveClaimsChanged(db, refresh)
  await db.execute(
    sql`delete from track_daily t
    where ${isEveryDayStale}
      or t.day not between ${from} and ${to}
      or exists (
        select
        from changed_days c
        where c.revision <= ${refresh.revision}
          and t.day between c.from_day and c.to_day)`,
  )
  const known = await db.query(KnownDay, sql`select distinct day from track_daily`)
  const knownDays = new Set(known.map(({ day }) => day))
  for (const day of listDays({ from, to }).filter((one) => !knownDays.has(one)))
    await db.execute(
      sql`insert into track_daily (day, isrc, views)
      select ${day}, u.isrc, sum(v.views)::bigint
      from video_daily v
      cross join ${usedTracks(sql`v`)} u
      where v.day = ${day}
        and v.video_id <> ''
      group by u.isrc`,
    )
}

/** Requires a transaction. Leaves an equal ranking alone: writing it would sort the catalog again. */
export async function replaceWeeklyRanking(tx: Queryable, { to, ranks }: WeeklyRanking): Promise<void> {
  await tx.execute(
    sql`update report_state
    set ranked_until = ${to},
      ranked_views = (
        select sum(d.views)::bigint
        from track_daily d
        join tracks m on m.isrc = d.isrc
          and m.withdrawn_at is null
        where d.day > ${to}::date - 7
      )`,
  )
  const published = await tx.query(
    TrackRank,
    sql`select track_id, rank, previous_rank
    from weekly_track_ranks
    order by rank`,
  )
  if (JSON.stringify(published) === JSON.stringify(ranks)) return
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
