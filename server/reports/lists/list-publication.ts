import * as z from 'zod/mini'
import type { Queryable } from '#server/platform/db/database.ts'
import { Count, Id } from '#server/platform/db/rows.ts'
import { identifier, join, type Sql, sql } from '#server/platform/db/sql.ts'

interface List {
  published: Sql
  staged: Sql
  key: readonly string[]
  values: readonly string[]
}

const videoList: List = {
  published: sql`video_period`,
  staged: sql`staged_video_period`,
  key: ['video_id', 'channel_id', 'period'],
  values: [
    'network_id',
    'published_at',
    'views',
    'premium_views',
    'profit',
    'premium_profit',
    'price',
    'title',
  ],
}

const channelList: List = {
  published: sql`channel_period`,
  staged: sql`staged_channel_period`,
  key: ['channel_id', 'period'],
  values: ['network_id', 'name', 'views', 'premium_views', 'profit', 'premium_profit', 'shorts', 'price'],
}

const trackList: List = {
  published: sql`track_period`,
  staged: sql`staged_track_period`,
  key: ['network_id', 'isrc', 'period'],
  values: ['videos', 'profit'],
}

/** The number of rows written, and the networks they belong to. */
interface Publication {
  rows: number
  networkIds: readonly number[]
}

/** Brings the lists to what is staged and writes only rows that differ. Requires a transaction. */
export async function publishLists(tx: Queryable): Promise<Publication> {
  const ofChannel = sql`a.channel_id = p.channel_id`
  const ofVideo = sql`${ofChannel} and a.video_id = p.video_id`
  const ofTrack = sql`a.network_id = p.network_id and a.isrc = p.isrc`
  const written = [
    await deleteMissing(tx, videoList, { affected: sql`rebuilt_channels`, match: ofChannel }),
    await deleteMissing(tx, videoList, { affected: sql`affected_videos`, match: ofVideo }),
    await deleteMissing(tx, channelList, { affected: sql`affected_channels`, match: ofChannel }),
    await deleteMissing(tx, trackList, { affected: sql`affected_tracks`, match: ofTrack }),
  ]
  for (const list of [videoList, channelList, trackList]) written.push(await upsertChanged(tx, list))
  const counts = written.flat()
  return {
    rows: counts.reduce((sum, { rows }) => sum + rows, 0),
    networkIds: counts.map(({ networkId }) => networkId),
  }
}

const WrittenRows = z.object({ networkId: Id, rows: Count })

const countWritten = (tx: Queryable, statement: Sql) =>
  tx.query(
    WrittenRows,
    sql`with written as (
      ${statement}
    )
    select network_id as "networkId",
      count(*) as rows
    from written
    group by network_id`,
  )

const listColumns = (names: readonly string[], table: Sql) =>
  join(names.map((name) => sql`${table}.${identifier(name, names)}`))

const listNames = (names: readonly string[]) => join(names.map((name) => identifier(name, names)))

const isSameRow = ({ key }: List) => sql`(${listColumns(key, sql`p`)}) = (${listColumns(key, sql`s`)})`

interface DeletionScope {
  affected: Sql
  match: Sql
}

/** Includes rows that have moved to another network, so that both networks count as changed. */
const deleteMissing = (tx: Queryable, list: List, { affected, match }: DeletionScope) =>
  countWritten(
    tx,
    sql`delete from ${list.published} p
    using ${affected} a
    where ${match}
      and not exists (
        select
        from ${list.staged} s
        where ${isSameRow(list)}
          and s.network_id = p.network_id)
    returning p.network_id`,
  )

/** The join spares unchanged rows: an upsert would write a lock to each. */
const upsertChanged = (tx: Queryable, list: List) => {
  const { published, staged, key, values } = list
  return countWritten(
    tx,
    sql`insert into ${published} (${listNames(key)}, ${listNames(values)})
    select ${listColumns([...key, ...values], sql`s`)}
    from ${staged} s
    left join ${published} p on ${isSameRow(list)}
    where (${listColumns(values, sql`s`)}) is distinct from (${listColumns(values, sql`p`)})
    order by ${listColumns(key.toReversed(), sql`s`)}
    on conflict (${listNames(key)}) do update
    set (${listNames(values)}) = (${listColumns(values, sql`excluded`)})
    returning network_id`,
  )
}
