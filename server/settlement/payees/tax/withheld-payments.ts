import * as z from 'zod/mini'
import type { Queryable } from '#server/platform/db/database.ts'
import { Day, Id, Integer } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { getPaidTax } from '#server/settlement/ledger/withholding.ts'
import { formatStatementNumber } from '#server/settlement/statements/statement-content.ts'
import { selectWithheldTaxes, type WithheldTax } from '#server/settlement/statements/statement-queries.ts'

export interface WithheldPayment {
  accountId: number
  email: string | null
  /** Number of the statement. */
  statement: string
  paidOn: string
  /** Amount units of won, like all amounts: what was payable before tax. */
  gross: number
  incomeTax: number
  localTax: number
  incomeTaxPermille: number
}

export interface WithheldPayments {
  paid: WithheldPayment[]
  /** Numbers of statements. */
  unpaid: string[]
}

/** Whose payments: what a network owes, or all of a site. */
export type Payer = { networkId: number } | { site: string }

/**
 * Selects payments in won of which tax was withheld, each part of a payout with its part of the tax. Tax belongs to the month of
 * the payment, so statements of which something is not paid yet are named apart. `period` is a month or a year of payments.
 */
export async function selectWithheldPayments(
  db: Pick<Queryable, 'query'>,
  payer: Payer,
  period: string,
): Promise<WithheldPayments> {
  const isOwed = await createPayerFilter(db, payer)
  const taxes = await selectWithheldTaxes(db, 'site' in payer ? { site: payer.site } : {})
  const owed = taxes.filter(({ currency, statementId }) => currency === 'KRW' && isOwed(statementId))
  const parts = Map.groupBy(await selectParts(db, owed), ({ payoutId }) => payoutId)
  return {
    paid: owed.flatMap((tax) =>
      divideTax(tax, parts.get(tax.payoutId ?? 0) ?? []).filter(({ paidOn }) => paidOn.startsWith(period)),
    ),
    unpaid: owed
      .filter(({ outstandingAmount }) => outstandingAmount > 0)
      .map(({ month, statementId }) => formatStatementNumber(month, statementId)),
  }
}

const PartRow = z.object({ payoutId: Id, paidOn: Day, amount: Integer })
type PartRow = z.output<typeof PartRow>

/** Payments that have not come back, in the order of the ledger. */
const selectParts = (db: Pick<Queryable, 'query'>, taxes: readonly WithheldTax[]) =>
  db.query(
    PartRow,
    sql`select p.payout_id as "payoutId",
      p.paid_on as "paidOn",
      -p.amount as amount
    from ledger_entries p
    where p.kind = 'payment'
      and p.payout_id = any(${taxes.map(({ payoutId }) => payoutId)}::integer[])
      and not exists (select from ledger_entries r where r.kind = 'return' and r.corrects_id = p.id)
    order by p.id`,
  )

function divideTax(tax: WithheldTax, parts: readonly PartRow[]): WithheldPayment[] {
  const { accountId, email, month, statementId, incomeTaxPermille, payableAmount } = tax
  const statement = formatStatementNumber(month, statementId)
  const takeUpTo = (paid: number, amount: number) =>
    getPaidTax({ micros: 0, amount }, { paid, of: payableAmount }).amount
  let paid = 0
  return parts.map(({ paidOn, amount }) => {
    const before = paid
    paid += amount
    const take = (whole: number) => takeUpTo(paid, whole) - takeUpTo(before, whole)
    const incomeTax = take(tax.incomeTaxAmount)
    const localTax = take(tax.localTaxAmount)
    const gross = amount + incomeTax + localTax
    return { accountId, email, statement, paidOn, gross, incomeTax, localTax, incomeTaxPermille }
  })
}

const StatementId = z.object({ id: Id })

async function createPayerFilter(
  db: Pick<Queryable, 'query'>,
  payer: Payer,
): Promise<(statementId: number) => boolean> {
  if ('site' in payer) return () => true
  const owed = await db.query(
    StatementId,
    sql`select id from statements where network_id = ${payer.networkId}`,
  )
  const ids = new Set(owed.map(({ id }) => id))
  return (statementId) => ids.has(statementId)
}
