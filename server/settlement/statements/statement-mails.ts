import { randomUUID } from 'node:crypto'
import * as z from 'zod/mini'
import { currencies } from '#contract/platform/currency.ts'
import { locales } from '#contract/platform/locale.ts'
import { isReaderOf } from '#server/platform/auth/roles.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { Day, Id, Integer } from '#server/platform/db/rows.ts'
import { type Sql, sql } from '#server/platform/db/sql.ts'
import { queueMails } from '#server/platform/mail/outbox.ts'
import { formatMonth } from '#server/settlement/calendar/month.ts'

const AddressedRow = z.object({
  id: Id,
  month: Day,
  currency: z.enum(currencies),
  amount: Integer,
  needsDetails: z.boolean(),
  accountId: Id,
  siteId: Id,
  recipient: z.string(),
  locale: z.enum(locales),
})

/** One for each reader: only addresses that somebody has proved to read. */
const selectAddressed = (tx: Queryable, condition: Sql) =>
  tx.query(
    AddressedRow,
    sql`select s.id,
      s.month,
      s.currency,
      s.payable_amount as amount,
      s.lacks_details
        or (s.payable_amount > 0 and y.state is distinct from 'confirmed') as "needsDetails",
      a.id as "accountId",
      a.site_id as "siteId",
      a.email as recipient,
      a.locale
    from statements s
    join accounts a on ${isReaderOf(sql`s.account_id`, 'money.read')}
    left join payee_states y on y.account_id = s.account_id
    where ${condition}
      and a.email_confirmed_at is not null
      and a.email is not null
    order by s.id, a.id`,
  )

export async function mailStatements(tx: Queryable, month: string, now: Date): Promise<void> {
  const addressed = await selectAddressed(tx, sql`s.month = ${month}`)
  await queueMails(
    tx,
    addressed.map(({ id, month, amount, currency, needsDetails, ...mail }) => ({
      ...mail,
      kind: 'statement' as const,
      eventKey: `statement ${id} ${mail.accountId}`,
      data: { id, month: formatMonth(month), amount, currency, needsDetails },
    })),
    now,
  )
}

interface PaymentMail {
  /** Id of the statement. */
  id: number
  /** Of the payment, not of the statement. */
  amount: number
  day: string
}

export async function mailPayments(
  tx: Queryable,
  payments: readonly (PaymentMail & { reference: string })[],
  now: Date,
): Promise<void> {
  const addressed = await addressPayments(tx, payments)
  await queueMails(
    tx,
    addressed.map(({ mail, data }) => ({
      ...mail,
      kind: 'statement-paid',
      eventKey: createKey('paid'),
      data,
    })),
    now,
  )
}

/** Of payments that came back, or had been recorded by mistake. */
export async function mailReturns(
  tx: Queryable,
  returns: readonly (PaymentMail & { reason: string; isMistake: boolean })[],
  now: Date,
): Promise<void> {
  const addressed = await addressPayments(tx, returns)
  await queueMails(
    tx,
    addressed.map(({ mail, data: { isMistake, ...data } }) => ({
      ...mail,
      kind: isMistake ? 'statement-mistake' : 'statement-returned',
      eventKey: createKey('returned'),
      data,
    })),
    now,
  )
}

/** Businesses are asked for their tax invoices. `amount`: the supply amount. */
export async function mailInvoiceRequests(
  tx: Queryable,
  requests: readonly { id: number; amount: number }[],
  now: Date,
): Promise<void> {
  const addressed = await addressPayments(tx, requests)
  await queueMails(
    tx,
    addressed.map(({ mail, data }) => ({
      ...mail,
      kind: 'invoice-requested',
      eventKey: `invoice-requested ${data.id} ${mail.accountId}`,
      data,
    })),
    now,
  )
}

const createKey = (event: string) => `statement-${event} ${randomUUID()}`

/** Leaves out those whom no mail reaches. */
async function addressPayments<One extends Pick<PaymentMail, 'id' | 'amount'>>(
  tx: Queryable,
  payments: readonly One[],
) {
  const ids = payments.map(({ id }) => id)
  const rows = await selectAddressed(tx, sql`s.id = any(${ids}::integer[])`)
  const readers = Map.groupBy(rows, (row) => row.id)
  return payments.flatMap((payment) =>
    (readers.get(payment.id) ?? []).map(({ month, currency, accountId, siteId, recipient, locale }) => ({
      mail: { accountId, siteId, recipient, locale },
      data: { ...payment, month: formatMonth(month), currency },
    })),
  )
}
