import * as z from 'zod/mini'
import type { Queryable } from '#server/platform/db/database.ts'
import { Id } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { formatStatementNumber } from '#server/settlement/statements/statement-content.ts'
import { selectWithheldTaxes } from '#server/settlement/statements/statement-queries.ts'

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
 * Selects payments in won of which tax was withheld. Tax belongs to the month of the payment, so statements that are not paid
 * yet are named apart. `period` is a month or a year of payments.
 */
export async function selectWithheldPayments(
  db: Pick<Queryable, 'query'>,
  payer: Payer,
  period: string,
): Promise<WithheldPayments> {
  const isOwed = await createPayerFilter(db, payer)
  const taxes = await selectWithheldTaxes(db, 'site' in payer ? { site: payer.site } : {})
  const found: WithheldPayments = { paid: [], unpaid: [] }
  for (const tax of taxes) {
    if (tax.currency !== 'KRW' || !isOwed(tax.statementId)) continue
    const statement = formatStatementNumber(tax.month, tax.statementId)
    const { accountId, email, paidOn, incomeTaxPermille, payableAmount, incomeTaxAmount, localTaxAmount } =
      tax
    if (paidOn === null) {
      found.unpaid.push(statement)
      continue
    }
    if (!paidOn.startsWith(period)) continue
    const gross = payableAmount + incomeTaxAmount + localTaxAmount
    const amounts = { gross, incomeTax: incomeTaxAmount, localTax: localTaxAmount, incomeTaxPermille }
    found.paid.push({ accountId, email, statement, paidOn, ...amounts })
  }
  return found
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
