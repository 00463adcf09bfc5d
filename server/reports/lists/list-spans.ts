import * as z from 'zod/mini'
import { Currency } from '#contract/platform/params.ts'
import { getPeriodRange } from '#contract/reports/calendar.ts'
import { type DayRange, ListedPeriod, listedPeriods } from '#contract/reports/reports.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { Day, Id } from '#server/platform/db/rows.ts'
import { type Sql, sql } from '#server/platform/db/sql.ts'
import { selectRates } from '#server/reports/figures/money.ts'

/** The days that the lists of a network and period cover. */
const ListSpan = z.object({
  network_id: Id,
  period: ListedPeriod,
  from_day: Day,
  to_day: Day,
  currency: Currency,
})
export type ListSpan = z.output<typeof ListSpan>

export const getFirstDay = (spans: readonly ListSpan[]) =>
  spans.map(({ from_day }) => from_day).sort()[0] ?? null

export const getLastDay = (spans: readonly ListSpan[]) =>
  spans
    .map(({ to_day }) => to_day)
    .sort()
    .at(-1) ?? null

/** All days of at least one span. */
export const getSpanRange = (spans: readonly ListSpan[]): DayRange => ({
  from: getFirstDay(spans) ?? '',
  to: getLastDay(spans) ?? '',
})

const spanColumns = sql`(network_id integer, period text, from_day date, to_day date, currency text)`

/** Returns an item for `from`, with the columns of a span. */
export const unnestSpans = (spans: readonly ListSpan[], name: Sql): Sql =>
  sql`jsonb_to_recordset(${JSON.stringify(spans)}::text::jsonb) as ${name} ${spanColumns}`

/** All spans but the single days begin on the first of a month, and no day of their last month after their end counts. */
export const selectMonthSpans = (spans: readonly ListSpan[]): Sql =>
  sql`select *
    from ${unnestSpans(
      spans.filter(({ period }) => period !== 'latest'),
      sql`s`,
    )}`

/** The latest complete day of each network, with its exchange rate. */
export const selectLatestDays = (spans: readonly ListSpan[]): Sql => {
  const latest = spans.filter(({ period }) => period === 'latest')
  return sql`select s.network_id, s.currency, r.day, r.krw_micros
    from ${unnestSpans(latest, sql`s`)}
    join (
      ${selectRates(getSpanRange(latest))}
    ) r on r.day = s.to_day`
}

const NetworkRow = z.object({ networkId: Id, latestDay: Day, currency: Currency })

export async function selectCurrentSpans(db: Queryable): Promise<ListSpan[]> {
  const networks = await db.query(
    NetworkRow,
    sql`select network_id as "networkId",
      latest_day as "latestDay",
      network_currency(network_id) as currency
    from network_day_ranges
    order by network_id`,
  )
  return networks.flatMap(({ networkId, latestDay, currency }) =>
    listedPeriods.map((period) => {
      const { from, to } = getPeriodRange(period, latestDay)
      return { network_id: networkId, period, from_day: from, to_day: to, currency }
    }),
  )
}

export const selectPublishedSpans = (db: Queryable): Promise<ListSpan[]> =>
  db.query(ListSpan, sql`select network_id, period, from_day, to_day, currency from network_periods`)

/** Networks of which a period has other days or another currency, is new or is gone. */
export function findChangedNetworks(published: readonly ListSpan[], current: readonly ListSpan[]): number[] {
  const findDifferentSpans = (spans: readonly ListSpan[], others: readonly ListSpan[]) => {
    const known = new Set(others.map((span) => JSON.stringify(span)))
    return spans.filter((span) => !known.has(JSON.stringify(span)))
  }
  const changed = [...findDifferentSpans(published, current), ...findDifferentSpans(current, published)]
  return [...new Set(changed.map(({ network_id }) => network_id))]
}

export async function replaceSpans(tx: Queryable, spans: readonly ListSpan[]): Promise<void> {
  await tx.execute(sql`delete from network_periods`)
  await tx.execute(
    sql`insert into network_periods (network_id, period, from_day, to_day, currency)
    select network_id, period, from_day, to_day, currency
    from ${unnestSpans(spans, sql`s`)}`,
  )
}
