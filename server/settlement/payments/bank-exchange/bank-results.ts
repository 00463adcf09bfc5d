import { createHash } from 'node:crypto'
import * as z from 'zod/mini'
import type { EndpointOutput } from '#contract/platform/endpoint.ts'
import type { importBankResults } from '#contract/settlement/filing/bank-files.ts'
import type { Actor } from '#server/platform/auth/audit.ts'
import type { Database, Queryable } from '#server/platform/db/database.ts'
import { Day, Id, Integer } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import type { TransferResult } from '#server/settlement/bank-files/result-reading.ts'
import { lockLedger } from '#server/settlement/ledger/ledger.ts'
import { type Debtor, isOwedBy } from '#server/settlement/payments/debtor.ts'
import { deletePayees, recordPaymentsIn } from '#server/settlement/payments/recording.ts'
import { recordReturnsIn, selectLastPayment } from '#server/settlement/payments/returns.ts'
import { formatStatementNumber } from '#server/settlement/statements/statement-content.ts'

const SentRow = z.object({
  statementId: Id,
  payoutId: Id,
  month: Day,
  amount: Integer,
  /** The day on which the file was written; a result of an earlier day is of an earlier file. */
  sentOn: Day,
})
type SentRow = z.output<typeof SentRow>

/** What was sent to banks that have not answered yet. */
const selectSent = (tx: Queryable, debtor: Debtor) =>
  tx.query(
    SentRow,
    sql`select o.statement_id as "statementId",
      o.id as "payoutId",
      t.month,
      x.amount,
      (e.created_at at time zone 'utc')::date as "sentOn"
    from exported_payouts x
    join payment_exports e on e.id = x.export_id
    join payouts o on o.id = x.payout_id
    join statements t on t.id = o.statement_id
    where x.ended_at is null
      and ${isOwedBy(debtor, sql`o`)}`,
  )

interface Read {
  results: readonly TransferResult[]
  pending: readonly string[]
}

interface Reading {
  /** Of lines without a day. */
  day: string
  now: Date
  action: string
}

/**
 * Books what became of transfers, in one transaction. What came back is booked as a payment and its return, so that both
 * are seen; it can be paid again at once. The same file changes nothing the second time.
 * @throws {Refusal} see `importBankResults` of the contract
 */
export const bookResults = (
  db: Database,
  { debtor, actor }: { debtor: Debtor; actor: Actor },
  bytes: Uint8Array,
  { results, pending }: Read,
  { day, now, action }: Reading,
): Promise<EndpointOutput<typeof importBankResults>> =>
  db.transaction(async (tx) => {
    await lockLedger(tx)
    if (!(await markRead(tx, debtor, bytes, now)))
      return { paid: 0, returned: 0, unchanged: results.length + pending.length, unknown: [] }
    const rows = await selectSent(tx, debtor)
    const sent = new Map(rows.map((row) => [formatStatementNumber(row.month, row.statementId), row]))
    const found = results.flatMap((result) => {
      const row = sent.get(result.reference)
      return row && isOf(result, row) ? [{ row, result }] : []
    })
    const payments = found.map(({ row, result }) => ({
      id: row.statementId,
      amount: result.amount,
      paidOn: result.day ?? day,
      reference: result.bankReference ?? result.reference,
      fields: { statement: `lines.${result.reference}`, paidOn: 'day', amount: `lines.${result.reference}` },
    }))
    const payer = { account: 'networkId' in debtor ? debtor : null, actor }
    const { gone } =
      payments.length > 0 ? await recordPaymentsIn(tx, payer, payments, { action, now }) : { gone: [] }
    const returned = found.filter(({ result }) => result.outcome === 'returned')
    const returns = []
    for (const { row, result } of returned)
      returns.push({
        paymentId: (await selectLastPayment(tx, row.payoutId)) ?? 0,
        cause: 'bank' as const,
        returnedOn: result.day ?? day,
        reason: result.reason ?? result.reference,
        fields: { payment: `lines.${result.reference}`, returnedOn: 'day' },
      })
    if (returns.length > 0) await recordReturnsIn(tx, payer, returns, { action, now })
    await deletePayees(tx, gone)
    const unknown = results.filter(
      ({ reference }) => !found.some(({ result }) => result.reference === reference),
    )
    return {
      paid: found.length - returned.length,
      returned: returned.length,
      unchanged: pending.length,
      unknown: unknown.map(({ reference }) => reference),
    }
  })

const isOf = ({ amount, day }: TransferResult, row: SentRow): boolean =>
  amount === row.amount && (day === null || day >= row.sentOn)

/** @returns false if the same file was read before */
async function markRead(tx: Queryable, debtor: Debtor, bytes: Uint8Array, now: Date): Promise<boolean> {
  const networkId = 'networkId' in debtor ? debtor.networkId : null
  const siteId = 'siteId' in debtor ? debtor.siteId : null
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const inserted = await tx.execute(
    sql`insert into payment_results (network_id, site_id, sha256, read_at)
    values (${networkId}, ${siteId}, ${sha256}, ${now})
    on conflict do nothing`,
  )
  return inserted > 0
}
