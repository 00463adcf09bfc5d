import type { EndpointOutput, ParsedBody } from '#contract/platform/endpoint.ts'
import type { exportBankFile } from '#contract/settlement/filing/bank-files.ts'
import { type Actor, recordAuditEntries, recordAuditEntry } from '#server/platform/auth/audit.ts'
import type { Database, Queryable } from '#server/platform/db/database.ts'
import { IdRow, queryOne } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { writeBankFile } from '#server/settlement/bank-files/writing.ts'
import { lockLedger } from '#server/settlement/ledger/ledger.ts'
import { loadPayees, type PayeeReader } from '#server/settlement/payees/queries.ts'
import { type Debtor, isPaidBy } from '#server/settlement/payments/debtor.ts'
import { endExports } from '#server/settlement/payments/exports.ts'
import { formatStatementNumber } from '#server/settlement/statements/statement-content.ts'
import { type StatementRow, selectStatements } from '#server/settlement/statements/statement-queries.ts'

const sendableStates: readonly StatementRow['state'][] = ['awaiting_payment', 'returned', 'partly_paid']

export interface Sender {
  debtor: Debtor
  /** Null: by a command. */
  accountId: number | null
  actor: Actor
  /** Stands in the recipients' passbooks. */
  sender: string
}

/** Can be paid, and no bank was asked to. */
export const isSendable = ({ isReleased, payoutId, state }: StatementRow): boolean =>
  isReleased && payoutId !== null && sendableStates.includes(state)

/** Statements that can be paid and are not sent yet; those that are named, or all. */
async function selectSendable(
  tx: Queryable,
  debtor: Debtor,
  statements: readonly number[] | undefined,
): Promise<StatementRow[]> {
  const rows = await selectStatements(tx, { ...debtor, ...(statements && { ids: statements }) })
  return rows.filter((row) => isPaidBy(debtor, row) && isSendable(row))
}

/** Marks what it writes as sent: a file that nobody got is taken back by hand. */
export async function exportTransfersIn(
  tx: Queryable,
  reader: PayeeReader,
  { sender, ...by }: Sender,
  { format, statements }: ParsedBody<typeof exportBankFile>,
  { action, now }: { action: string; now: Date },
): Promise<EndpointOutput<typeof exportBankFile>> {
  await lockLedger(tx)
  const rows = await selectSendable(tx, by.debtor, statements)
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
  const exportId = await insertExport(tx, by, format, written, now)
  await recordAuditEntry(tx, by.actor, {
    action,
    context: { format, export: exportId },
    before: null,
    after: { statements: written.map(({ month, id }) => formatStatementNumber(month, id)) },
  })
  await recordAuditEntries(
    tx,
    by.actor,
    written.map(({ accountId }) => ({
      action,
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
}

async function insertExport(
  tx: Queryable,
  { debtor, accountId }: Omit<Sender, 'sender'>,
  format: string,
  written: readonly StatementRow[],
  now: Date,
): Promise<number> {
  const { id: exportId } = await queryOne(
    tx,
    IdRow,
    sql`insert into payment_exports (network_id, format, created_by, created_at)
    values (${'networkId' in debtor ? debtor.networkId : null}, ${format}, ${accountId}, ${now})
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
  { debtor, actor }: Pick<Sender, 'debtor' | 'actor'>,
  statements: readonly number[],
  { action, now }: { action: string; now: Date },
): Promise<number> =>
  db.transaction(async (tx) => {
    await lockLedger(tx)
    const rows = await selectStatements(tx, { ...debtor, ids: statements })
    const sent = rows.filter((row) => isPaidBy(debtor, row) && row.state === 'exported')
    const cancelled = await endExports(
      tx,
      sent.flatMap(({ payoutId }) => payoutId ?? []),
      now,
    )
    await recordAuditEntries(
      tx,
      actor,
      sent.map(({ month, id }) => ({
        action,
        subject: { kind: 'statement', id: formatStatementNumber(month, id) },
        before: { state: 'exported' },
        after: { state: 'awaiting payment' },
      })),
    )
    return cancelled
  })
