import * as z from 'zod/mini'
import type { Database, Queryable } from '#server/platform/db/database.ts'
import { Count, CountRow, queryOne } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { lockUntilCommit } from '#server/platform/db/transaction-lock.ts'
import { networksOfChannels } from '#server/reports/figures/network-revisions.ts'
import { publishChange } from '#server/reports/lists/publish-change.ts'

const linesPerSlice = 50_000

/** Its day, then its creation time say which report of a video is the newest. */
interface MetadataReport {
  day: string
  createTime: Date
  /** Also replaces what a report of the same day and creation time said. */
  replace: boolean
}

export interface MergeCounts {
  added: number
  changed: number
}

/**
 * Merges a staged report into the videos: per video, the newest report that contains it wins, in any order of import. A
 * transaction per slice of channels writes only what differs, so that an interrupted merge can be repeated.
 */
export async function mergeMetadata(
  db: Database,
  report: MetadataReport,
  loadId: number,
): Promise<MergeCounts> {
  await db.execute(sql`analyze metadata_staging`)
  const total = { added: 0, changed: 0 }
  for (const channelIds of await selectSlices(db, loadId)) {
    const { added, changed } = await db.transaction((tx) => mergeSlice(tx, report, loadId, channelIds))
    total.added += added
    total.changed += changed
  }
  await db.execute(sql`delete from metadata_staging where load_id = ${loadId}`)
  return total
}

const ChannelLines = z.object({ channelId: z.string(), lines: Count })

/** Whole channels, which may make a slice larger. */
async function selectSlices(db: Queryable, loadId: number): Promise<string[][]> {
  const channels = await db.query(
    ChannelLines,
    sql`select channel_id as "channelId",
      count(*) as lines
    from metadata_staging
    where load_id = ${loadId}
    group by channel_id
    order by channel_id`,
  )
  const slices: string[][] = []
  let room = 0
  for (const { channelId, lines } of channels) {
    if (lines > room) {
      slices.push([])
      room = linesPerSlice
    }
    slices.at(-1)?.push(channelId)
    room -= lines
  }
  return slices
}

async function mergeSlice(
  tx: Queryable,
  report: MetadataReport,
  loadId: number,
  channelIds: readonly string[],
): Promise<MergeCounts> {
  const slice = createSlice(report, loadId, channelIds)
  await lockChannels(tx, channelIds)
  const { written, added, changed, present } = await queryOne(tx, SliceCounts, slice.count)
  if (added + changed > 0)
    await publishChange(tx, {
      videos: slice.listed,
      networks: networksOfChannels(sql`select unnest(${channelIds}::text[])`),
    })
  if (written > 0) await tx.execute(slice.write)
  const { count: expected } = await queryOne(tx, CountRow, slice.countExpected)
  if (expected > present) await tx.execute(slice.markAbsent)
  await tx.execute(slice.setNewest)
  return { added, changed }
}

/** Serializes imports of different owners. The initial time never outlives the transaction. */
async function lockChannels(tx: Queryable, channelIds: readonly string[]): Promise<void> {
  await lockUntilCommit(tx, 'metadata')
  await tx.execute(
    sql`insert into metadata_channels (channel_id, reported_on, reported_at)
    select channel_id, '-infinity', '-infinity'
    from unnest(${channelIds}::text[]) as c (channel_id)
    on conflict (channel_id) do nothing`,
  )
}

/** `present`: videos of the newest report of their channel that this one contains, too. */
const SliceCounts = z.object({ written: Count, added: Count, changed: Count, present: Count })

function createSlice(
  { day, createTime, replace }: MetadataReport,
  loadId: number,
  channelIds: readonly string[],
) {
  const issue = sql`(${day}::date, ${createTime}::timestamptz)`
  const isChannelOlder = sql`(c.reported_on, c.reported_at) < ${issue}`
  const videoTime = sql`(coalesce(v.reported_on, c.reported_on), coalesce(v.reported_at, c.reported_at))`
  const isOlder = replace ? sql`${videoTime} <= ${issue}` : sql`${videoTime} < ${issue}`
  const isChanged = sql`(v.channel_name, v.title, v.length_seconds, v.published_at, v.isrc)
        is distinct from (s.channel_name, s.title, s.length_seconds, s.published_at, s.isrc)`
  const isWritten = sql`(v.video_id is null or (${isOlder} and (v.reported_on is not null or ${isChanged})))`
  const source = sql`(
      select distinct on (channel_id, video_id)
        channel_id,
        video_id,
        channel_name,
        title,
        length_seconds,
        published_at,
        isrc
      from metadata_staging
      where load_id = ${loadId}
        and channel_id = any(${channelIds}::text[])
      order by channel_id, video_id, isrc nulls last, title
    ) s
    join metadata_channels c on c.channel_id = s.channel_id
    left join videos v on v.channel_id = s.channel_id
      and v.video_id = s.video_id
      -- otherwise each slice would scan the whole table
      and v.channel_id = any(${channelIds}::text[])`
  return {
    count: sql`select count(*) filter (where ${isWritten}) as written,
      count(*) filter (where v.video_id is null) as added,
      count(*) filter (where v.video_id is not null and ${isWritten} and ${isChanged}) as changed,
      count(*) filter (where v.video_id is not null and v.reported_on is null and ${isChannelOlder}) as present
    from ${source}`,
    listed: sql`select s.channel_id, s.video_id
    from ${source}
    where ${isWritten}
      and (s.title, s.published_at) is distinct from (v.title, v.published_at)`,
    write: sql`insert into videos (channel_id, video_id, channel_name, title, length_seconds, published_at, isrc, reported_on,
      reported_at)
    select s.channel_id,
      s.video_id,
      s.channel_name,
      s.title,
      s.length_seconds,
      s.published_at,
      s.isrc,
      case when (c.reported_on, c.reported_at) > ${issue} then ${day}::date end,
      case when (c.reported_on, c.reported_at) > ${issue} then ${createTime}::timestamptz end
    from ${source}
    where ${isWritten}
    order by s.channel_id, s.video_id
    on conflict (channel_id, video_id) do update
    set channel_name = excluded.channel_name,
      title = excluded.title,
      length_seconds = excluded.length_seconds,
      published_at = excluded.published_at,
      isrc = excluded.isrc,
      reported_on = excluded.reported_on,
      reported_at = excluded.reported_at`,
    countExpected: sql`select count(*) as count
    from videos v
    join metadata_channels c on c.channel_id = v.channel_id
    where v.channel_id = any(${channelIds}::text[])
      and v.reported_on is null
      and ${isChannelOlder}`,
    // An anti join would be planned as a loop: the comparison of times is estimated to match one row.
    markAbsent: sql`update videos v
    set reported_on = c.reported_on,
      reported_at = c.reported_at
    from metadata_channels c
    join (
      select channel_id, video_id
      from videos
      where channel_id = any(${channelIds}::text[])
        and reported_on is null
      except
      select channel_id, video_id
      from metadata_staging
      where load_id = ${loadId}
        and channel_id = any(${channelIds}::text[])
    ) absent on absent.channel_id = c.channel_id
    where ${isChannelOlder}
      and v.channel_id = absent.channel_id
      and v.video_id = absent.video_id`,
    setNewest: sql`update metadata_channels c
    set reported_on = ${day},
      reported_at = ${createTime}
    where c.channel_id = any(${channelIds}::text[])
      and ${isChannelOlder}`,
  }
}
