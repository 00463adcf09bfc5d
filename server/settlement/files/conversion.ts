import * as z from 'zod/mini'
import type { Queryable } from '#server/platform/db/database.ts'
import { queryOne } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { FileRefusal } from '#server/platform/files/file-refusal.ts'
import { formatMonth } from '#server/settlement/calendar/month.ts'
import type { MonthUnit } from './loads.ts'
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
  await db.execute(
    sql`update month_taxes
    set total_revenue = total_revenue * ${rate}::numeric,
      us_revenue = us_revenue * ${rate}::numeric,
      withheld = withheld * ${rate}::numeric
    where load_id = ${loadId}`,
  )
  await db.execute(sql`update month_lines set amount = amount * ${rate}::numeric where load_id = ${loadId}`)
  const perDollar = Math.round(1e6 / Number(rate)) / 1e6
  return `its amounts are in ${currency}; they were converted at ${perDollar} ${currency} a dollar, as in the payment summary of ${formatMonth(unit.month)}`
}
