import { empty, type Sql, sql } from '#server/platform/db/sql.ts'
import { grossColumns } from './money.ts'
import { andInScope, type Scope } from './scope.ts'

/**
 * Counts and gross profits of each video and day, with `day` and `permille`. Needs `rates_and_fees`. Days of shared channels are
 * summed over their owners first, so that a day is converted and rounded once; those of all others are rows already, and
 * grouping them would take three times as long. `sharedChannelIds`: null if any may be one. `isInRange`: a condition on `o.day`.
 */
export const videoDays = (
  scope: Pick<Scope, 'networkId' | 'channelIds' | 'currency'>,
  sharedChannelIds: readonly string[] | null,
  isInRange: Sql,
): Sql => {
  const isShared = sql`c.channel_id = any(${sharedChannelIds}::text[])`
  const days = (where: Sql, sum: (column: Sql) => Sql, groupBy: Sql) =>
    sql`select o.channel_id,
          o.video_id,
          t.day,
          t.permille,
          ${sum(sql`o.views`)} as views,
          ${sum(sql`o.premium_views`)} as premium_views,
          ${grossColumns(
            sum(sql`o.revenue_micros`),
            sum(sql`o.premium_revenue_micros`),
            sql`t.krw_micros`,
            scope.currency,
          )}
        from earning_channels c
        join video_daily o on o.channel_id = c.channel_id
          and o.day >= c.earns_from
        join rates_and_fees t on t.day = o.day
        where c.network_id = ${scope.networkId}
          ${andInScope(sql`c.channel_id`, scope)}
          and o.video_id <> ''
          and ${isInRange}
          ${where}
        ${groupBy}`
  const groupByDay = sql`group by o.channel_id, o.video_id, t.day, t.krw_micros, t.permille`
  const sumOwners = (column: Sql) => sql`sum(${column})::bigint`
  if (sharedChannelIds === null) return days(empty, sumOwners, groupByDay)
  if (sharedChannelIds.length === 0) return days(empty, (column) => column, empty)
  return sql`${days(sql`and not ${isShared}`, (column) => column, empty)}
        union all
        ${days(sql`and ${isShared}`, sumOwners, groupByDay)}`
}
