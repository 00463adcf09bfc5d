import * as z from 'zod/mini'
import type { Database, Queryable } from '#server/platform/db/database.ts'
import { Day, queryOne } from '#server/platform/db/rows.ts'
import { integer, sql } from '#server/platform/db/sql.ts'
import { lockUntilCommit } from '#server/platform/db/transaction-lock.ts'
import { longestPeriod } from '#server/reports/figures/periods.ts'

/** A channel's price with a track says nothing below this number of views. */
export const minComparedViews = 1_000
/** Views decide on a channel's size class. */
const sizeDays = 28

const Compared = z.object({ latest: z.nullable(Day), until: z.nullable(Day), isListed: z.boolean() })

const selectCompared = (db: Pick<Queryable, 'query'>) =>
  queryOne(
    db,
    Compared,
    sql`select (select max(day) from complete_days) as latest,
      tracks_compared_until as until,
      lists_revision = data_revision as "isListed"
    from report_state`,
  )

/** The day up to which tracks are compared; null: they are not yet. */
export const selectComparedDay = async (db: Pick<Queryable, 'query'>): Promise<string | null> =>
  (await selectCompared(db)).until

/** Snapshots what channels earn with tracks, unless that of the latest complete day is there. */
export async function compareTracks(db: Database): Promise<void> {
  if (!(await findUncomparedDay(db))) return
  await db.transaction(async (tx) => {
    await lockUntilCommit(tx, 'track channels')
    // Another server may have been faster.
    const day = await findUncomparedDay(tx)
    if (day) await replaceTrackChannels(tx, day)
  })
}

/** Null also while the lists are older than the figures: a snapshot of them would stay for a day. */
async function findUncomparedDay(db: Queryable): Promise<string | null> {
  const { latest, until, isListed } = await selectCompared(db)
  return latest === until || !isListed ? null : latest
}

async function replaceTrackChannels(tx: Queryable, day: string): Promise<void> {
  await tx.execute(sql`delete from track_channels`)
  await tx.execute(
    sql`insert into track_channels (isrc, channel_id, site_id, network_id, holder_id, currency, size_class, views, profit)
    with sizes as materialized (
      select channel_id,
        network_id,
        -- powers of 16: the largest channel of a class is at most four times its middle
        width_bucket(sum(views), array[16, 256, 4096, 65536, 1048576, 16777216, 268435456]::numeric[]) as size_class
      from channel_daily
      where day > ${day}::date - ${integer(sizeDays)}
        and day <= ${day}::date
      group by channel_id, network_id
    ), holders as materialized (
      select c.channel_id,
        c.network_id,
        case count(a.account_id)
          when 0 then c.network_id
          when 1 then min(a.account_id)
        end as holder_id
      from earning_channels c
      left join assignments a on a.registration_id = c.registration_id
        and a.unassigned_at is null
      group by c.channel_id, c.network_id
    ), sums as materialized (
      select u.isrc,
        p.channel_id,
        p.network_id,
        sum(p.views)::bigint as views,
        sum(p.profit)::bigint as profit
      from video_period p
      -- claims of several owners on one track are one use
      join (select distinct channel_id, video_id, isrc from active_claims) u on u.channel_id = p.channel_id
        and u.video_id = p.video_id
      where p.period = ${longestPeriod}
      group by u.isrc, p.channel_id, p.network_id
      having sum(p.views) >= ${integer(minComparedViews)}
    )
    select s.isrc,
      s.channel_id,
      n.site_id,
      s.network_id,
      h.holder_id,
      l.currency,
      z.size_class,
      s.views,
      s.profit
    from sums s
    join sizes z on z.channel_id = s.channel_id
      and z.network_id = s.network_id
    join holders h on h.channel_id = s.channel_id
      and h.network_id = s.network_id
    join accounts n on n.id = s.network_id
    join network_periods l on l.network_id = s.network_id
      and l.period = ${longestPeriod}`,
  )
  await tx.execute(sql`update report_state set tracks_compared_until = ${day}`)
}
