import * as z from 'zod/mini'
import type { Queryable } from '#server/platform/db/database.ts'
import { queryOne } from '#server/platform/db/rows.ts'
import { empty, type Sql, sql } from '#server/platform/db/sql.ts'
import { longestPeriod } from '#server/reports/figures/periods.ts'
import { getFirstDay, getLastDay, type ListSpan } from './list-spans.ts'

export interface ListRefresh {
  revision: number
  published: readonly ListSpan[]
  current: readonly ListSpan[]
  /** Compute every row, not only those with recorded changes. */
  isComplete: boolean
}

/**
 * Fills the tables of what a refresh has to compute: whole channels, months of videos and of channels, single videos, rows of
 * the list of channels.
 */
export async function collectAffectedRows(db: Queryable, refresh: ListRefresh): Promise<void> {
  const { revision } = refresh
  const rebuilt = await insertRebuiltChannels(db, refresh)
  const months = await insertAffectedMonths(db, refresh)
  const videos = await db.execute(
    sql`insert into affected_videos (channel_id, video_id)
    select channel_id, video_id
    from (
      select channel_id, video_id from affected_months
      union
      select channel_id, video_id from changed_videos where revision <= ${revision} and month is null
    ) changed
    where video_id <> ''
      and not exists (select from rebuilt_channels r where r.channel_id = changed.channel_id)
      and exists (select from earning_channels c where c.channel_id = changed.channel_id)`,
  )
  await db.execute(
    sql`insert into affected_channel_months (channel_id, month)
    select distinct channel_id, month
    from affected_months`,
  )
  await db.execute(
    sql`insert into affected_channels (channel_id)
    select channel_id from rebuilt_channels
    union
    select channel_id from affected_months
    union
    select channel_id from affected_videos`,
  )
  // The planner expects about a thousand rows without statistics, and would read a large list as a whole.
  if (rebuilt + months + videos > minRowsForAnalyze || (await hasLargeList(db)))
    await db.execute(
      sql`analyze rebuilt_channels, affected_months, affected_videos, affected_channel_months, affected_channels`,
    )
}

const minRowsForAnalyze = 1_000

const ListSize = z.object({ isLarge: z.boolean() })

async function hasLargeList(db: Queryable): Promise<boolean> {
  const { isLarge } = await queryOne(
    db,
    ListSize,
    sql`select reltuples > 100000 as "isLarge" from pg_class where oid = 'video_period'::regclass`,
  )
  return isLarge
}

const insertRebuiltChannels = (db: Queryable, refresh: ListRefresh) =>
  db.execute(
    sql`insert into rebuilt_channels (channel_id, has_stale_months)
    select channel_id, bool_or(has_stale_months)
    from (
      select channel_id, true as has_stale_months from changed_channels where revision <= ${refresh.revision}
      ${hasRebuiltNetworks(refresh) ? unionRebuiltNetworks(refresh) : empty}
    ) rebuilt
    group by channel_id`,
  )

/** Reads whole lists. */
const unionRebuiltNetworks = (refresh: ListRefresh): Sql => {
  const inNetworks = (networkIds: readonly number[]) =>
    sql`(${refresh.isComplete} or network_id = any(${networkIds}::integer[]))`
  const inStaleNetwork = inNetworks(findStaleNetworks(refresh))
  return sql`union
      select channel_id, true from earning_channels where ${inStaleNetwork}
      union
      select channel_id, true from video_period where ${inStaleNetwork}
      union
      select channel_id, true from channel_period where ${inStaleNetwork}
      union
      select channel_id, false from earning_channels where ${inNetworks(findMovedNetworks(refresh))}`
}

/**
 * Selects videos, and channels themselves, with figures on days that changed, or that a period gained or lost at its
 * end.
 */
const insertAffectedMonths = (db: Queryable, { revision, published, current }: ListRefresh) =>
  db.execute(
    sql`insert into affected_months (channel_id, video_id, month)
    select channel_id, video_id, month
    from (
      select channel_id, video_id, month
      from changed_videos
      where revision <= ${revision}
        and month is not null
      union
      select v.channel_id, v.video_id, date_trunc('month', v.day)::date
      from (
        select from_day, to_day, owner
        from changed_days
        where revision <= ${revision}
        union
        select from_day, to_day, null
        from jsonb_to_recordset(${JSON.stringify(findMovedDays(published, current))}::text::jsonb)
          as moved (from_day date, to_day date)
      ) d
      join video_daily v
        on v.day between greatest(d.from_day, ${getFirstDay(current)})
          and least(d.to_day, ${getLastDay([...published, ...current])})
        and v.owner = coalesce(d.owner, v.owner)
    ) changed
    where not exists (
        select
        from rebuilt_channels r
        where r.channel_id = changed.channel_id
          and r.has_stale_months)
      and exists (select from earning_channels c where c.channel_id = changed.channel_id)`,
  )

/** Then most videos are computed. */
export const hasRebuiltNetworks = (refresh: ListRefresh): boolean =>
  refresh.isComplete || findStaleNetworks(refresh).length + findMovedNetworks(refresh).length > 0

const getKey = ({ network_id, period }: ListSpan) => `${network_id} ${period}`

const indexSpans = (spans: readonly ListSpan[]) => new Map(spans.map((span) => [getKey(span), span]))

const listNetworks = (spans: readonly ListSpan[]) => [...new Set(spans.map(({ network_id }) => network_id))]

/** Networks that are new, gone, have another currency or begin earlier than their monthly sums. */
function findStaleNetworks({ published, current }: ListRefresh): number[] {
  const [before, after] = [indexSpans(published), indexSpans(current)]
  return listNetworks([
    ...current.filter((span) => {
      const other = before.get(getKey(span))
      return !other || other.currency !== span.currency || isLongestAndEarlier(span, other)
    }),
    ...published.filter((span) => !after.has(getKey(span))),
  ])
}

const isLongestAndEarlier = (span: ListSpan, other: ListSpan) =>
  span.period === longestPeriod && span.from_day < other.from_day

/** Networks of which the longest period begins on another day: at the turn of a month, all. */
function findMovedNetworks({ published, current }: ListRefresh): number[] {
  const before = indexSpans(published)
  return listNetworks(
    current.filter(
      (span) => span.period === longestPeriod && before.get(getKey(span))?.from_day !== span.from_day,
    ),
  )
}

/** The longest period ends on the latest complete day. */
function findMovedDays(published: readonly ListSpan[], current: readonly ListSpan[]) {
  const before = indexSpans(published)
  const moved = current.flatMap((span) => {
    const lastDay = before.get(getKey(span))?.to_day ?? span.to_day
    return span.period !== longestPeriod || lastDay === span.to_day ? [] : [[lastDay, span.to_day].sort()]
  })
  return [...new Map(moved.map((days) => [days.join(), days])).values()].map(([from_day, to_day]) => ({
    from_day,
    to_day,
  }))
}
