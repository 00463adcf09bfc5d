import * as z from 'zod/mini'
import { rankedWeeks } from '#contract/portal/musics.ts'
import { addDays, listDays } from '#contract/reports/calendar.ts'
import type { DayRange } from '#contract/reports/reports.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { Day, Id, Integer, queryOne } from '#server/platform/db/rows.ts'
import { integer, join, type Sql, sql } from '#server/platform/db/sql.ts'
import type { ListRefresh } from './affected-rows.ts'
import { haveClaimsChanged, usedTracks } from './list-tracks.ts'

/** Null: no views in that week. */
const Rank = z.nullable(Integer)
const TrackRank = z.object({
  track_id: Id,
  rank: Rank,
  previous_rank: Rank,
  /** 0: no views. */
  earlier_ranks: z.array(Integer),
})

export interface WeeklyRanking {
  to: string | null
  ranks: z.output<typeof TrackRank>[]
}

const ReportedDays = z.object({ first: z.nullable(Day), to: z.nullable(Day) })

/**
 * Ranks by views of all reported videos over seven report days, whether or not they earn: in the last week and in the
 * weeks before. @returns null when nothing that it is computed from has changed
 */
export async function rankTracks(db: Queryable, refresh: ListRefresh): Promise<WeeklyRanking | null> {
  const { first, to } = await queryOne(
    db,
    ReportedDays,
    sql`select (select min(first_day) from owner_spans) as first,
      (select max(day) from complete_days) as to`,
  )
  if (first === null || to === null) return { to, ranks: [] }
  const { from } = getRankedWeek(to, rankedWeeks - 1)
  const range = { from: first > from ? first : from, to }
  if (!(await isRankingStale(db, refresh, range))) return null
  await updateTrackDays(db, refresh, range)
  const earlierWeeks = Array.from({ length: rankedWeeks - 2 }, (_, at) => at + 2)
  const ranks = await db.query(
    TrackRank,
    sql`with viewed as (
      select m.id as track_id,
        (${to}::date - d.day) / 7 as weeks_ago,
        sum(d.views)::bigint as views
      from track_daily d
      join tracks m on m.isrc = d.isrc
        and m.withdrawn_at is null
      group by 1, 2
    ), ranked as (
      select track_id,
        weeks_ago,
        row_number() over (partition by weeks_ago order by views desc, track_id)::integer as rank
      from viewed
      where views > 0
    )
    select track_id,
      max(rank) filter (where weeks_ago = 0) as rank,
      max(rank) filter (where weeks_ago = 1) as previous_rank,
      array[${join(earlierWeeks.map(selectEarlierRank))}]
        as earlier_ranks
    from ranked
    group by track_id
    order by rank, track_id`,
  )
  return { to, ranks }
}

const selectEarlierRank = (week: number): Sql =>
  sql`coalesce(max(rank) filter (where weeks_ago = ${integer(week)}), 0)`

/** @param to the last day of the latest week */
export function getRankedWeek(to: string, weeksAgo: number): DayRange {
  const end = addDays(to, -7 * weeksAgo)
  return { from: addDays(end, -6), to: end }
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
  const days = listDays({ from, to }).filter((day) => !knownDays.has(day))
  if (days.length > maxLookedUpDays) await insertTrackDays(db, days, allUsedTracks(sql`v`))
  else for (const day of days) await insertTrackDays(db, [day], sql`cross join ${usedTracks(sql`v`)} u`)
}

/** Beyond this number, one pass over all claims is faster than looking up those of each video and day. */
const maxLookedUpDays = 4

const allUsedTracks = (video: Sql): Sql =>
  sql`join (
        select distinct channel_id, video_id, isrc
        from active_claims
      ) u on u.channel_id = ${video}.channel_id
        and u.video_id = ${video}.video_id`

const insertTrackDays = (db: Queryable, days: readonly string[], joinTracks: Sql) =>
  db.execute(
    sql`insert into track_daily (day, isrc, views)
    select v.day, u.isrc, sum(v.views)::bigint
    from video_daily v
    ${joinTracks}
    where v.day = any(${days}::date[])
      and v.video_id <> ''
    group by v.day, u.isrc`,
  )

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
    sql`select track_id, rank, previous_rank, earlier_ranks
    from weekly_track_ranks
    order by rank, track_id`,
  )
  if (JSON.stringify(published) === JSON.stringify(ranks)) return
  await tx.execute(sql`delete from weekly_track_ranks`)
  await tx.execute(
    sql`insert into weekly_track_ranks (track_id, rank, previous_rank, earlier_ranks)
    select w.track_id, w.rank, w.previous_rank, w.earlier_ranks
    from jsonb_to_recordset(${JSON.stringify(ranks)}::text::jsonb)
      as w (track_id integer, rank integer, previous_rank integer, earlier_ranks integer[])
    join tracks m on m.id = w.track_id
      and m.withdrawn_at is null`,
  )
}
