import * as z from 'zod/mini'
import { currencies } from '#contract/currency.ts'
import { recordAuditEntry } from '#server/audit.ts'
import type { Database, Queryable } from '#server/db/database.ts'
import { Day, Id, Integer, Timestamp } from '#server/db/rows.ts'
import { type Sql, sql } from '#server/db/sql.ts'
import { entryKinds } from './bookings.ts'
import { lockLedger } from './ledger.ts'
import { sources } from './sources.ts'
import { mailPayments } from './statement-mails.ts'
import { formatStatementNumber, hashStatement } from './statements.ts'

type Reader = Pick<Queryable, 'query'>

export const statementStates = ['carried over', 'awaiting payment', 'paid'] as const
export type StatementState = (typeof statementStates)[number]

const StatementRow = z.object({
  id: Id,
  month: Day,
  accountId: Id,
  email: z.nullable(z.string()),
  site: z.string(),
  currency: z.enum(currencies),
  krwMicros: Integer,
  openingMicros: Integer,
  openingAmount: Integer,
  paymentsMicros: Integer,
  paymentsAmount: Integer,
  closingMicros: Integer,
  closingAmount: Integer,
  payableMicros: Integer,
  payableAmount: Integer,
  minimumAmount: Integer,
  sha256: z.string(),
  state: z.enum(statementStates),
  paidOn: z.nullable(Day),
  reference: z.nullable(z.string()),
})
export type StatementRow = z.output<typeof StatementRow>

interface StatementFilter {
  id?: number | undefined
  month?: string | undefined
  state?: StatementState | undefined
}

/** In the order of their numbers. */
export const selectStatements = (
  db: Reader,
  { id, month, state }: StatementFilter,
): Promise<StatementRow[]> =>
  db.query(
    StatementRow,
    sql`select *
    from (
      select s.id,
        s.month,
        s.account_id as "accountId",
        a.email,
        w.domain as site,
        s.currency,
        s.krw_micros as "krwMicros",
        s.opening_micros as "openingMicros",
        s.opening_amount as "openingAmount",
        s.payments_micros as "paymentsMicros",
        s.payments_amount as "paymentsAmount",
        s.closing_micros as "closingMicros",
        s.closing_amount as "closingAmount",
        s.payable_micros as "payableMicros",
        s.payable_amount as "payableAmount",
        s.minimum_amount as "minimumAmount",
        s.sha256,
        case
          when s.payable_amount = 0 then 'carried over'
          when p.id is null then 'awaiting payment'
          else 'paid'
        end as state,
        p.paid_on as "paidOn",
        p.reference
      from statements s
      join accounts a on a.id = s.account_id
      join sites w on w.id = a.site_id
      left join ledger_entries p on p.statement_id = s.id
        and p.kind = 'payment'
      where (${id ?? null}::integer is null or s.id = ${id ?? null})
        and (${month ?? null}::date is null or s.month = ${month ?? null})
    ) found
    where ${state ?? ''} in ('', state)
    order by id`,
  )

const EntryRow = z.object({
  id: Id,
  accountId: z.nullable(Id),
  kind: z.enum(entryKinds),
  month: Day,
  earnedMonth: Day,
  source: z.enum(['', ...sources]),
  channelId: z.string(),
  feePermille: z.nullable(Integer),
  micros: Integer,
  currency: z.enum(currencies),
  amount: Integer,
  correctsId: z.nullable(Id),
  statementId: z.nullable(Id),
  paidOn: z.nullable(Day),
  reference: z.nullable(z.string()),
  createdAt: Timestamp,
})
export type EntryRow = z.output<typeof EntryRow>

const selectEntries = (db: Reader, condition: Sql): Promise<EntryRow[]> =>
  db.query(
    EntryRow,
    sql`select id,
      account_id as "accountId",
      kind,
      month,
      earned_month as "earnedMonth",
      source,
      channel_id as "channelId",
      fee_permille as "feePermille",
      micros,
      currency,
      amount,
      corrects_id as "correctsId",
      statement_id as "statementId",
      paid_on as "paidOn",
      reference,
      created_at as "createdAt"
    from ledger_entries
    where ${condition}
    order by id`,
  )

/** All movements since the beginning. */
export const selectAccountEntries = (db: Reader, accountId: number): Promise<EntryRow[]> =>
  selectEntries(db, sql`account_id = ${accountId}`)

/** Without the payment. */
export const selectStatementEntries = (db: Reader, id: number): Promise<EntryRow[]> =>
  selectEntries(db, sql`statement_id = ${id} and kind <> 'payment'`)

/** Whether the statement and its entries are what they were when the month was closed. */
export const isIntact = (statement: StatementRow, entries: readonly EntryRow[]): boolean =>
  statement.sha256 ===
  hashStatement(
    {
      ...statement,
      opening: { micros: statement.openingMicros, amount: statement.openingAmount },
      payments: { micros: statement.paymentsMicros, amount: statement.paymentsAmount },
      closing: { micros: statement.closingMicros, amount: statement.closingAmount },
      payable: { micros: statement.payableMicros, amount: statement.payableAmount },
    },
    entries,
  )

/** The message is shown to users. */
export class PaymentError extends Error {}

/** Books a payment of a statement. @throws {PaymentError} when it is not awaiting payment */
export const payStatement = (
  db: Database,
  id: number,
  { paidOn, reference, now }: { paidOn: string; reference: string; now: Date },
): Promise<StatementRow> =>
  db.transaction(async (tx) => {
    await lockLedger(tx)
    const [statement] = await selectStatements(tx, { id })
    if (!statement) throw new PaymentError('There is no such statement. See: statement list')
    const number = formatStatementNumber(statement.month, id)
    if (statement.state === 'paid')
      throw new PaymentError(`${number} was paid on ${statement.paidOn}, reference ${statement.reference}.`)
    if (statement.state === 'carried over')
      throw new PaymentError(`${number} has nothing to be paid: its balance was carried over.`)
    await tx.execute(
      sql`insert into ledger_entries (account_id, kind, month, earned_month, micros, currency, amount, statement_id,
        paid_on, reference)
      select account_id, 'payment', month, month, -payable_micros, currency, -payable_amount, id, ${paidOn}::date,
        ${reference}
      from statements
      where id = ${id}`,
    )
    await recordAuditEntry(
      tx,
      { kind: 'operator' },
      {
        action: 'statement pay',
        subject: { kind: 'statement', id: number },
        before: { state: 'awaiting payment' },
        after: { state: 'paid', date: paidOn, reference },
      },
    )
    await mailPayments(tx, [{ id, paidOn, reference }], now)
    return { ...statement, state: 'paid', paidOn, reference }
  })
