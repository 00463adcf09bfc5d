import type { Queryable } from '#server/db/database.ts'
import { empty, identifier, join, type Sql, sql } from '#server/db/sql.ts'

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

/**
 * Brings the lists to what is staged and writes only rows that differ. Requires a transaction.
 * @returns the number of rows written
 */
export async function publishLists(tx: Queryable): Promise<number> {
  const ofChannel = sql`a.channel_id = p.channel_id`
  const ofVideo = sql`${ofChannel} and a.video_id = p.video_id`
  let rows = await deleteMissing(tx, videoList, { affected: sql`rebuilt_channels`, match: ofChannel })
  rows += await deleteMissing(tx, videoList, { affected: sql`affected_videos`, match: ofVideo })
  rows += await deleteMissing(tx, channelList, { affected: sql`affected_channels`, match: ofChannel })
  rows += await deleteMissing(tx, trackList)
  for (const list of [videoList, channelList, trackList]) rows += await upsertChanged(tx, list)
  return rows
}

const listColumns = (names: readonly string[], table: Sql) =>
  join(names.map((name) => sql`${table}.${identifier(name, names)}`))

const listNames = (names: readonly string[]) => join(names.map((name) => identifier(name, names)))

const isSameRow = ({ key }: List) => sql`(${listColumns(key, sql`p`)}) = (${listColumns(key, sql`s`)})`

interface DeletionScope {
  affected: Sql
  match: Sql
}

const deleteMissing = (tx: Queryable, list: List, scope?: DeletionScope) =>
  tx.execute(
    sql`delete from ${list.published} p
    ${scope ? sql`using ${scope.affected} a` : empty}
    where not exists (select from ${list.staged} s where ${isSameRow(list)})
      ${scope ? sql`and ${scope.match}` : empty}`,
  )

/** The join spares unchanged rows: an upsert would write a lock to each. */
const upsertChanged = (tx: Queryable, list: List) => {
  const { published, staged, key, values } = list
  return tx.execute(
    sql`insert into ${published} (${listNames(key)}, ${listNames(values)})
    select ${listColumns([...key, ...values], sql`s`)}
    from ${staged} s
    left join ${published} p on ${isSameRow(list)}
    where (${listColumns(values, sql`s`)}) is distinct from (${listColumns(values, sql`p`)})
    order by ${listColumns(key.toReversed(), sql`s`)}
    on conflict (${listNames(key)}) do update
    set (${listNames(values)}) = (${listColumns(values, sql`excluded`)})`,
  )
}
