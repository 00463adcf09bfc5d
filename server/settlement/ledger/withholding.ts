import * as z from 'zod/mini'
import { type PayeeKind, payeeKinds } from '#contract/people/payee-states.ts'
import { type Actor, type AuditValues, recordAuditEntry } from '#server/platform/auth/audit.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { Day, Id, Integer } from '#server/platform/db/rows.ts'
import { type Sql, sql } from '#server/platform/db/sql.ts'
import type { TaxName } from './bookings.ts'
import type { Money } from './money.ts'

type Reader = Pick<Queryable, 'query'>

const RateRow = z.object({
  siteId: Id,
  domain: z.string(),
  kind: z.enum(payeeKinds),
  fromMonth: Day,
  /** Tenths of a percent: of the amount, and of the income tax. */
  incomeTaxPermille: Integer,
  localTaxPermille: Integer,
})
export type WithholdingRate = z.output<typeof RateRow>

const selectRates = (db: Reader, condition: Sql): Promise<WithholdingRate[]> =>
  db.query(
    RateRow,
    sql`select r.site_id as "siteId",
      s.domain,
      r.kind,
      r.from_month as "fromMonth",
      r.income_tax_permille as "incomeTaxPermille",
      r.local_tax_permille as "localTaxPermille"
    from withholding_rates r
    join sites s on s.id = r.site_id
    where ${condition}
    order by s.domain, r.kind, r.from_month`,
  )

export const selectAllRates = (db: Reader): Promise<WithholdingRate[]> => selectRates(db, sql`true`)

/** Returns the rates that apply when a month is closed, without kinds of which nothing is withheld. */
export const selectWithholdingRates = (db: Reader, month: string): Promise<WithholdingRate[]> =>
  selectRates(
    db,
    sql`r.income_tax_permille > 0
      and r.from_month = (
        select max(o.from_month)
        from withholding_rates o
        where o.site_id = r.site_id
          and o.kind = r.kind
          and o.from_month <= ${month}::date)`,
  )

export interface Tax extends Money {
  taxName: TaxName
  taxPermille: number
}

/** 10 won in thousandths of a won, and a cent in millionths of a dollar. */
const taxUnit = 10_000n

/** Cut to the unit. */
const takePermille = (amount: bigint, permille: number) =>
  ((amount * BigInt(permille)) / 1_000n / taxUnit) * taxUnit

/**
 * Korea's rule for payments to individuals who are not employed: income tax of the amount, and local income tax of that income tax,
 * each cut to 10 won (National Treasury Funds Management Act, article 47); in dollars to the cent. Exact integers.
 * @param base what would be payable; its millionths are divided like its amount
 * @returns negative amounts, without those of 0
 */
export function computeWithholding(
  base: Money,
  rate: Pick<WithholdingRate, 'incomeTaxPermille' | 'localTaxPermille'> | undefined,
): Tax[] {
  if (!rate || base.amount <= 0) return []
  const amount = BigInt(base.amount)
  const incomeTax = takePermille(amount, rate.incomeTaxPermille)
  const localTax = takePermille(incomeTax, rate.localTaxPermille)
  const toMicros = (tax: bigint) => Number((BigInt(base.micros) * tax) / amount)
  const taxes = [
    { taxName: 'income-tax', taxPermille: rate.incomeTaxPermille, tax: incomeTax },
    { taxName: 'local-income-tax', taxPermille: rate.localTaxPermille, tax: localTax },
  ] as const
  return taxes
    .filter(({ tax }) => tax > 0n)
    .map(({ tax, ...name }) => ({ ...name, amount: -Number(tax), micros: 0 - toMicros(tax) }))
}

/**
 * Divides the tax of a payout among the parts that are paid of it, each cut like the whole; the last part has the rest.
 * @param withheld of the whole payout, positive
 * @param parts what of the payout is paid, and all of it, after tax
 */
export function getPaidTax({ micros, amount }: Money, { paid, of }: { paid: number; of: number }): Money {
  if (paid >= of) return { micros, amount }
  const divide = (whole: number) => (BigInt(whole) * BigInt(paid)) / BigInt(of)
  return { micros: Number(divide(micros)), amount: Number((divide(amount) / taxUnit) * taxUnit) }
}

export interface RateKey {
  site: { id: number }
  kind: PayeeKind
  /** Its first day. */
  fromMonth: string
}

const describeRate = (rate: WithholdingRate | undefined): AuditValues | null =>
  rate
    ? { income_tax: `${rate.incomeTaxPermille / 10} %`, local_tax: `${rate.localTaxPermille / 10} %` }
    : null

const selectRate = async (tx: Queryable, { site, kind, fromMonth }: RateKey) =>
  (
    await selectRates(
      tx,
      sql`r.site_id = ${site.id} and r.kind = ${kind} and r.from_month = ${fromMonth}::date`,
    )
  )[0]

/** Replaces the rates of the same month; without rates it removes them. @returns whether anything has changed */
export async function setWithholdingRate(
  tx: Queryable,
  key: RateKey,
  rate: Pick<WithholdingRate, 'incomeTaxPermille' | 'localTaxPermille'> | null,
  actor: Actor,
): Promise<boolean> {
  const { site, kind, fromMonth } = key
  const before = describeRate(await selectRate(tx, key))
  await tx.execute(
    sql`delete from withholding_rates
    where site_id = ${site.id}
      and kind = ${kind}
      and from_month = ${fromMonth}::date`,
  )
  if (rate)
    await tx.execute(
      sql`insert into withholding_rates (site_id, kind, from_month, income_tax_permille, local_tax_permille)
      values (${site.id}, ${kind}, ${fromMonth}::date, ${rate.incomeTaxPermille}, ${rate.localTaxPermille})`,
    )
  const after = describeRate(await selectRate(tx, key))
  if (JSON.stringify(before) === JSON.stringify(after)) return false
  await recordAuditEntry(tx, actor, {
    action: after ? 'withholding set' : 'withholding remove',
    subject: { kind: 'site', id: site.id },
    context: { kind, from: fromMonth.slice(0, 7) },
    before,
    after,
  })
  return true
}
