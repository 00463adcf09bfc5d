import type { EndpointOutput, ParsedBody } from '#contract/platform/endpoint.ts'
import type { exportBankFile } from '#contract/settlement/filing/bank-files.ts'
import { type Caller, recordAuditEntries, recordAuditEntry } from '#server/platform/auth/audit.ts'
import type { Database, Queryable } from '#server/platform/db/database.ts'
import { IdRow, queryOne } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { writeBankFile } from '#server/settlement/bank-files/writing.ts'
import { lockLedger } from '#server/settlement/ledger/ledger.ts'
import { loadPayees, type PayeeReader } from '#server/settlement/payees/queries.ts'
import { endExports } from '#server/settlement/payments/exports.ts'
import { formatStatementNumber } from '#server/settlement/statements/statement-content.ts'
import { type StatementRow, selectStatements } from '#server/settlement/statements/statement-queries.ts'

const sendableStates: readonly StatementRow['state'][] = ['awaiting_payment', 'returned', 'partly_paid']

interface Exporter extends PayeeReader {
  db: Database
}

interface ExportOptions {
  /** Stands in the recipients' passbooks. */
  sender: string
  now: Date
}

/** Statements of members that can be paid and are not sent yet; those that are named, or all. */
async function selectSendable(
  tx: Queryable,
  networkId: number,
  statements: readonly number[] | undefined,
): Promise<StatementRow[]> {
  const rows = await selectStatements(tx, { networkId, ...(statements && { ids: statements }) })
  return rows.filter(
    ({ accountId, isReleased, state, payoutId }) =>
      accountId !== networkId && isReleased && payoutId !== null && sendableStates.includes(state),
  )
}

/** Writes the file and marks its payouts as sent in one transaction: a file that nobody got is taken back by hand. */
export const exportTransfers = (
  { db, ...reader }: Exporter,
  { account, actor }: Caller,
  { format, statements }: ParsedBody<typeof exportBankFile>,
  { sender, now }: ExportOptions,
): Promise<EndpointOutput<typeof exportBankFile>> =>
  db.transaction(async (tx) => {
    await lockLedger(tx)
    const rows = await selectSendable(tx, account.networkId, statements)
    const payees = await loadPayees(
      tx,
      reader,
      rows.map(({ accountId }) => accountId),
    )
    const byReference = new Map(rows.map((row) => [formatStatementNumber(row.month, row.id), row]))
    const transfers = [...byReference].flatMap(([reference, { accountId, outstanding, currency }]) => {
      const payee = payees.get(accountId)
      return payee ? [{ reference, amount: outstanding.amount, currency, payee }] : []
    })
    const file = await writeBankFile(format, transfers, { sender })
    const written = file.written.flatMap((reference) => byReference.get(reference) ?? [])
    const unwritable = file.unwritable.map(({ reference, reason }) => ({
      statementId: byReference.get(reference)?.id ?? 0,
      reason,
    }))
    const fileName = `${format}-${now.toISOString().slice(0, 10)}.${file.extension}`
    if (written.length === 0) return { fileName, type: file.type, file: '', written: 0, unwritable }
    const exportId = await insertExport(tx, account, format, written, now)
    await recordAuditEntry(tx, actor, {
      action: 'exportBankFile',
      context: { format, export: exportId },
      before: null,
      after: { statements: written.map(({ month, id }) => formatStatementNumber(month, id)) },
    })
    await recordAuditEntries(
      tx,
      actor,
      written.map(({ accountId }) => ({
        action: 'exportBankFile',
        subject: { kind: 'account', id: accountId },
        context: { version: payees.get(accountId)?.version, export: exportId },
        before: null,
        after: { shown: true },
      })),
    )
    return {
      fileName,
      type: file.type,
      file: Buffer.from(file.bytes).toString('base64'),
      written: written.length,
      unwritable,
    }
  })

async function insertExport(
  tx: Queryable,
  { id, networkId }: Caller['account'],
  format: string,
  written: readonly StatementRow[],
  now: Date,
): Promise<number> {
  const { id: exportId } = await queryOne(
    tx,
    IdRow,
    sql`insert into payment_exports (network_id, format, created_by, created_at)
    values (${networkId}, ${format}, ${id}, ${now})
    returning id`,
  )
  const items = written.map(({ payoutId, outstanding }) => ({ payoutId, amount: outstanding.amount }))
  await tx.execute(
    sql`insert into exported_payouts (export_id, payout_id, amount)
    select ${exportId}, r."payoutId", r.amount
    from jsonb_to_recordset(${JSON.stringify(items)}::text::jsonb) as r ("payoutId" integer, amount bigint)`,
  )
  return exportId
}

/** The file was never sent. @returns how many can be paid again */
export const cancelTransfers = (
  db: Database,
  { account, actor }: Caller,
  statements: readonly number[],
  now: Date,
): Promise<number> =>
  db.transaction(async (tx) => {
    await lockLedger(tx)
    const rows = await selectStatements(tx, { networkId: account.networkId, ids: statements })
    const sent = rows.filter(({ state }) => state === 'exported')
    const cancelled = await endExports(
      tx,
      sent.flatMap(({ payoutId }) => payoutId ?? []),
      now,
    )
    await recordAuditEntries(
      tx,
      actor,
      sent.map(({ month, id }) => ({
        action: 'cancelBankFile',
        subject: { kind: 'statement', id: formatStatementNumber(month, id) },
        before: { state: 'exported' },
        after: { state: 'awaiting payment' },
      })),
    )
    return cancelled
  })
