import * as z from 'zod/mini'
import { formatCount } from '#server/platform/command-line/format.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { Count, Day } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { formatMonth } from '#server/settlement/calendar/month.ts'

const MonthRow = z.object({ month: Day })

/** Lists the months that loads have money of, beside their own: those of refunded tax. */
export async function selectRefundedMonths(tx: Queryable, loadIds: readonly number[]): Promise<string[]> {
  const rows = await tx.query(
    MonthRow,
    sql`select distinct month
    from month_sums
    where load_id = any(${loadIds}::integer[])
      and month is not null
    order by month`,
  )
  return rows.map(({ month }) => month)
}

const LargeRow = z.object({ month: Day, channels: Count })

/**
 * Looks for channels that get more back for a month than its tax file withheld, in the currency of the files: each converts its own.
 * @returns warnings, for people
 */
export async function findLargeRefunds(
  db: Queryable,
  owner: string,
  months: readonly string[],
): Promise<string[]> {
  const rows = await db.query(
    LargeRow,
    sql`with sums as (
      select coalesce(s.month, l.month) as month,
        l.source,
        coalesce(l.currency, 'USD') as currency,
        s.channel_id,
        sum(s.amount / coalesce(l.dollar_rate, 1)) as amount
      from month_loads l
      join month_sums s on s.load_id = l.id
      where l.state = 'current'
        and l.owner = ${owner}
        and l.source in ('tax', 'tax_refund')
      group by 1, 2, 3, 4
    )
    select r.month,
      count(*) as channels
    from sums r
    left join sums t on t.source = 'tax'
      and t.month = r.month
      and t.currency = r.currency
      and t.channel_id = r.channel_id
    where r.source = 'tax_refund'
      and r.month = any(${months}::date[])
      and (r.month, r.currency) in (select month, currency from sums where source = 'tax')
      and r.amount > coalesce(t.amount, 0) * 1.000001 + case r.currency when 'USD' then 0.01 else 1 end
    group by r.month
    order by r.month`,
  )
  return rows.map(
    ({ month, channels }) =>
      `more tax of ${formatMonth(month)} is given back than was withheld, of ${formatCount(channels, 'channel')}: compare the files of both`,
  )
}
