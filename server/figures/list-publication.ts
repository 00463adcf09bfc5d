import type { Queryable } from '#server/db/database.ts'
import { identifier, join, type Sql, sql } from '#server/db/sql.ts'

const lists = {
  video_period: {
    staged: sql`staged_video_period`,
    published: sql`video_period`,
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
  },
  channel_period: {
    staged: sql`staged_channel_period`,
    published: sql`channel_period`,
    key: ['channel_id', 'period'],
    values: ['network_id', 'name', 'views', 'premium_views', 'profit', 'premium_profit', 'shorts', 'price'],
  },
  track_period: {
    staged: sql`staged_track_period`,
    published: sql`track_period`,
    key: ['network_id', 'isrc', 'period'],
    values: ['videos', 'profit'],
  },
} as const

/**
 * Makes a list equal to its staging table and writes only the rows that differ: from one day to the next that is one in
 * ten. Requires a transaction. @returns the number of rows written
 */
export async function publishList(tx: Queryable, name: keyof typeof lists): Promise<number> {
  const { staged, published, key, values } = lists[name]
  const columns = (names: readonly string[], table: Sql) =>
    join(names.map((column) => sql`${table}.${identifier(column, names)}`))
  const names = (list: readonly string[]) => join(list.map((column) => identifier(column, list)))
  const isSameRow = sql`(${columns(key, sql`p`)}) = (${columns(key, sql`s`)})`
  const deleted = await tx.execute(
    sql`delete from ${published} p
    where not exists (select from ${staged} s where ${isSameRow})`,
  )
  const written = await tx.execute(
    sql`insert into ${published} (${names(key)}, ${names(values)})
    select ${columns(key, sql`s`)}, ${columns(values, sql`s`)}
    from ${staged} s
    left join ${published} p on ${isSameRow}
    where (${columns(values, sql`s`)}) is distinct from (${columns(values, sql`p`)})
    order by ${columns(key.toReversed(), sql`s`)}
    on conflict (${names(key)}) do update
    set (${names(values)}) = (${columns(values, sql`excluded`)})`,
  )
  return deleted + written
}
