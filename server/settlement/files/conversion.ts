import * as z from 'zod/mini'
import { recordAuditEntry } from '#server/platform/auth/audit.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { Id, queryOne } from '#server/platform/db/rows.ts'
import { type Sql, sql } from '#server/platform/db/sql.ts'
import { FileRefusal } from '#server/platform/files/file-refusal.ts'
import { formatMonth } from '#server/settlement/calendar/month.ts'
import { describeUnit, type MonthUnit } from './loads.ts'
import { sources } from './reading/sources.ts'
import { parseCurrency } from './reading/values.ts'

const dollars = 'USD'

/** Files leave the currency out where the account's is dollars. Throws `InvalidFieldError`. */
export function noteCurrency(currencies: Set<string>, text: string): void {
  currencies.add(text.trim() === '' ? dollars : parseCurrency('Local Currency', text))
}

const RateRow = z.object({ rate: z.nullable(z.string()) })

/** Dollars of a unit: those that YouTube pays for the month, by what it says that they are in the currency. */
const selectRate = (db: Queryable, { owner, month }: MonthUnit, currency: string) =>
  queryOne(
    db,
    RateRow,
    sql`select (sum(p.amount) / nullif(sum(p.local_amount), 0))::text as rate
    from month_payments p
    where p.currency = ${currency}
      and p.local_amount is not null
      and p.load_id = (
        select l.id
        from month_loads l
        where l.owner = ${owner}
          and l.month = ${month}
          and l.source = 'payment_summary'
          and l.state in ('loading', 'current')
        order by l.id desc
        limit 1)`,
  )

const ConvertedRow = z.object({
  loadId: Id,
  source: z.enum(sources),
  fileName: z.string(),
  currency: z.string(),
  rate: z.string(),
})

/** Relative: what is beyond is no rounding. */
const rateTolerance = 1e-9

/**
 * A payment summary that replaces another one may state another rate: the files of its month follow. Call it once the summary is
 * current.
 * @returns what was done, for people
 */
export async function reconvertLoads(tx: Queryable, unit: MonthUnit): Promise<string[]> {
  const { owner, month } = unit
  const converted = await tx.query(
    ConvertedRow,
    sql`select id as "loadId",
      source,
      file_name as "fileName",
      currency,
      dollar_rate::text as rate
    from month_loads
    where owner = ${owner}
      and month = ${month}
      and state = 'current'
      and currency is not null
    order by id`,
  )
  const notes: string[] = []
  for (const { loadId, source, fileName, currency, rate: before } of converted) {
    const { rate: after } = await selectRate(tx, unit, currency)
    if (after === null || Math.abs(Number(after) / Number(before) - 1) <= rateTolerance) continue
    await multiplyLoad(tx, loadId, sql`(${after}::numeric / ${before}::numeric)`)
    await tx.execute(
      sql`update month_sums set amount = amount * (${after}::numeric / ${before}::numeric) where load_id = ${loadId}`,
    )
    await tx.execute(sql`update month_loads set dollar_rate = ${after}::numeric where id = ${loadId}`)
    await recordAuditEntry(
      tx,
      { kind: 'operator' },
      {
        action: 'month import',
        subject: { kind: 'month', id: loadId },
        context: describeUnit({ owner, month, source }),
        before: { rate: formatPerDollar(before, currency) },
        after: { rate: formatPerDollar(after, currency) },
      },
    )
    notes.push(`${fileName} was converted again, at ${formatPerDollar(after, currency)}`)
  }
  return notes
}

const formatPerDollar = (rate: string, currency: string): string =>
  `${Math.round(1e6 / Number(rate)) / 1e6} ${currency} a dollar`

async function multiplyLoad(db: Queryable, loadId: number, factor: Sql): Promise<void> {
  await db.execute(
    sql`update month_taxes
    set total_revenue = total_revenue * ${factor},
      us_revenue = us_revenue * ${factor},
      withheld = withheld * ${factor}
    where load_id = ${loadId}`,
  )
  await db.execute(sql`update month_lines set amount = amount * ${factor} where load_id = ${loadId}`)
}

/**
 * Converts the lines of a load to dollars, if its file has another currency: by the payment summary of the same owner and month,
 * which is loaded first. The load keeps the currency and the rate.
 * @returns what was done, for people; undefined: the amounts are dollars
 * @throws {FileRefusal} without a summary that states the currency, or with several currencies
 */
export async function convertLoad(
  db: Queryable,
  unit: MonthUnit,
  loadId: number,
  currencies: ReadonlySet<string>,
): Promise<string | undefined> {
  if (currencies.size > 1)
    throw new FileRefusal(`its amounts are in several currencies: ${[...currencies].sort().join(', ')}`)
  const [currency = dollars] = currencies
  if (currency === dollars) return undefined
  const { rate } = await selectRate(db, unit, currency)
  if (rate === null)
    throw new FileRefusal(
      `its amounts are in ${currency}: import it with the payment summary of the same month that states its amounts in ${currency} (payments_summary of the Reporting API), by which they are converted`,
    )
  await db.execute(
    sql`update month_loads
    set currency = ${currency},
      dollar_rate = ${rate}::numeric
    where id = ${loadId}`,
  )
  await multiplyLoad(db, loadId, sql`${rate}::numeric`)
  return `its amounts are in ${currency}; they were converted at ${formatPerDollar(rate, currency)}, as in the payment summary of ${formatMonth(unit.month)}`
}
