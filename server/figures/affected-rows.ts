import type { Queryable } from '#server/db/database.ts'
import { type Sql, sql } from '#server/db/sql.ts'
import type { ListSpan } from './list-spans.ts'

export interface ListRefresh {
  revision: number
  published: readonly ListSpan[]
  current: readonly ListSpan[]
  /** Compute every row, not only those with recorded changes. */
  isComplete: boolean
}

/** Fills the tables of what a refresh has to compute: whole channels, single videos, rows of the list of channels. */
export async function collectAffectedRows(db: Queryable, refresh: ListRefresh): Promise<void> {
  const { revision, published, current, isComplete } = refresh
  const rebuilt = findRebuiltNetworks(published, current)
  const areAllRebuilt = isComplete || current.every(({ network_id }) => rebuilt.includes(network_id))
  const inRebuiltNetwork = sql`(${isComplete} or network_id = any(${rebuilt}::integer[]))`
  const affectedDays = sql`select from_day, to_day
    from changed_days
    where revision <= ${revision}
    union
    select from_day, to_day
    from jsonb_to_recordset(${JSON.stringify(findMovedDays(published, current))}::text::jsonb)
      as moved (from_day date, to_day date)`
  await db.execute(
    sql`insert into rebuilt_channels (channel_id)
    select channel_id from changed_channels where revision <= ${revision}
    union
    select channel_id from earning_channels where ${inRebuiltNetwork}
    union
    select channel_id from video_period where ${inRebuiltNetwork}
    union
    select channel_id from channel_period where ${inRebuiltNetwork}`,
  )
  const videos = areAllRebuilt ? 0 : await insertAffectedVideos(db, revision, affectedDays)
  const channels = await db.execute(
    sql`insert into affected_channels (channel_id)
    select channel_id from rebuilt_channels
    union
    select channel_id from affected_videos
    union
    select c.channel_id
    from (${affectedDays}) d
    join channel_daily c on c.day between d.from_day and d.to_day`,
  )
  if (channels + videos > minRowsForAnalyze)
    await db.execute(sql`analyze rebuilt_channels, affected_videos, affected_channels`)
}

const insertAffectedVideos = (db: Queryable, revision: number, affectedDays: Sql) =>
  db.execute(
    sql`insert into affected_videos (channel_id, video_id)
    select channel_id, video_id
    from (
      select channel_id, video_id
      from changed_videos
      where revision <= ${revision}
      union
      select v.channel_id, v.video_id
      from (${affectedDays}) d
      join video_daily v on v.day between d.from_day and d.to_day
      where v.video_id <> ''
    ) changed
    where not exists (select from rebuilt_channels r where r.channel_id = changed.channel_id)
      and exists (select from earning_channels c where c.channel_id = changed.channel_id)`,
  )

const minRowsForAnalyze = 1_000

const getKey = ({ network_id, period }: ListSpan) => `${network_id} ${period}`

const indexSpans = (spans: readonly ListSpan[]) => new Map(spans.map((span) => [getKey(span), span]))

/** Networks of which a period begins on another day or has another currency: at the turn of a month, all. */
function findRebuiltNetworks(published: readonly ListSpan[], current: readonly ListSpan[]): number[] {
  const isUnlike = (others: Map<string, ListSpan>) => (span: ListSpan) => {
    const other = others.get(getKey(span))
    // The shortest period moves every day, and with it only what has figures on its days.
    return !other || other.currency !== span.currency || (other.from_day !== span.from_day && !isOneDay(span))
  }
  const spans = [
    ...current.filter(isUnlike(indexSpans(published))),
    ...published.filter(isUnlike(indexSpans(current))),
  ]
  return [...new Set(spans.map(({ network_id }) => network_id))]
}

const isOneDay = ({ from_day, to_day }: ListSpan) => from_day === to_day

/** Days that a period gained or lost at its end. */
function findMovedDays(published: readonly ListSpan[], current: readonly ListSpan[]) {
  const publishedSpans = indexSpans(published)
  const moved = current.flatMap((span) => {
    const before = publishedSpans.get(getKey(span))?.to_day ?? span.to_day
    return before === span.to_day ? [] : [[before, span.to_day].sort()]
  })
  return [...new Map(moved.map((days) => [days.join(), days])).values()].map(([from_day, to_day]) => ({
    from_day,
    to_day,
  }))
}
