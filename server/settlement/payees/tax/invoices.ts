import * as z from 'zod/mini'
import { amountUnits } from '#contract/platform/currency.ts'
import type {
  InvoicedStatement,
  TaxInvoice,
  TaxInvoiceForm,
} from '#contract/settlement/filing/tax-invoices.ts'
import { type Actor, recordAuditEntries } from '#server/platform/auth/audit.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { Day, Id, Integer, Timestamp } from '#server/platform/db/rows.ts'
import { empty, sql } from '#server/platform/db/sql.ts'
import { parseDay } from '#server/platform/files/day.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { formatStatementNumber } from '#server/settlement/statements/statement-content.ts'
import { mailInvoiceRequests } from '#server/settlement/statements/statement-mails.ts'

const vatShare = 10

/** A tenth of the supply amount, cut to whole won. */
const getExpectedVat = (supply: number) => Math.floor(supply / vatShare / amountUnits.KRW) * amountUnits.KRW

/** Names how an invoice differs from what the statement says, and from its own VAT. */
export const compareInvoice = (expected: number, { supply, vat }: Pick<TaxInvoice, 'supply' | 'vat'>) => ({
  supply: supply - expected,
  vat: vat - getExpectedVat(supply),
})

const InvoiceRow = z.object({
  id: Id,
  month: Day,
  nickname: z.nullable(z.string()),
  expected: Integer,
  requestedAt: z.nullable(Timestamp),
  number: z.nullable(z.string()),
  issuedOn: z.nullable(Day),
  supply: z.nullable(Integer),
  vat: z.nullable(Integer),
})

export interface InvoiceFilter {
  networkId?: number | undefined
  month?: string | undefined
  ids?: readonly number[] | undefined
}

/**
 * Selects statements in won of businesses with payouts, also of those that were made between closings; and those that have an
 * invoice already.
 */
export async function selectInvoicedStatements(
  db: Pick<Queryable, 'query'>,
  { networkId, month, ids }: InvoiceFilter,
): Promise<InvoicedStatement[]> {
  const rows = await db.query(
    InvoiceRow,
    sql`select s.id,
      s.month,
      a.nickname,
      (p.amount - coalesce((
        select sum(e.amount)
        from ledger_entries e
        where e.statement_id = s.id
          and e.kind = 'withholding'), 0))::bigint as expected,
      i.requested_at as "requestedAt",
      i.number,
      i.issued_on as "issuedOn",
      i.supply_amount as supply,
      i.vat_amount as vat
    from statements s
    join months m on m.month = s.month
    join accounts a on a.id = s.account_id
    join (
      select statement_id, sum(amount) as amount
      from payouts
      group by statement_id
    ) p on p.statement_id = s.id
    left join payees y on y.account_id = s.account_id
    left join tax_invoices i on i.statement_id = s.id
    where m.state = 'released'
      and s.currency = 'KRW'
      and s.account_id <> s.network_id
      and (y.kind = 'business' or i.statement_id is not null)
      ${networkId === undefined ? empty : sql`and s.network_id = ${networkId}`}
      ${month === undefined ? empty : sql`and s.month = ${month}::date`}
      ${ids === undefined ? empty : sql`and s.id = any(${ids}::integer[])`}
    order by s.id`,
  )
  return rows.map(toStatement)
}

function toStatement(row: z.output<typeof InvoiceRow>): InvoicedStatement {
  const { id, month, nickname, expected, requestedAt, number, issuedOn, supply, vat } = row
  const invoice =
    number !== null && issuedOn !== null && supply !== null && vat !== null
      ? { number, issuedOn, supply, vat }
      : null
  const found = { statementId: id, number: formatStatementNumber(month, id), nickname, expected, requestedAt }
  return { ...found, invoice, difference: invoice && compareInvoice(expected, invoice) }
}

interface InvoiceChange {
  /** Undefined: the operator, who sees all networks. */
  networkId: number | undefined
  actor: Actor
  action: string
  now: Date
}

/** @throws {Refusal} `not_found` when one is no statement of a business that the network owes */
export async function requestInvoices(
  tx: Queryable,
  ids: readonly number[],
  { networkId, actor, action, now }: InvoiceChange,
): Promise<number> {
  const found = await selectInvoicedStatements(tx, { networkId, ids })
  if (found.length < new Set(ids).size) throw new Refusal('not_found')
  const open = found.filter(({ requestedAt, invoice }) => requestedAt === null && invoice === null)
  await tx.execute(
    sql`insert into tax_invoices (statement_id, requested_at)
    select id, ${now}
    from unnest(${open.map(({ statementId }) => statementId)}::integer[]) as id
    on conflict (statement_id) do nothing`,
  )
  await mailInvoiceRequests(
    tx,
    open.map(({ statementId, expected }) => ({ id: statementId, amount: expected })),
    now,
  )
  await recordAuditEntries(
    tx,
    actor,
    open.map(({ number }) => ({
      action,
      subject: { kind: 'statement', id: number },
      before: null,
      after: { requested: true },
    })),
  )
  return open.length
}

/** @throws {Refusal} `not_found`; `invalid` when the day is no day, or in the future */
export async function recordInvoice(
  tx: Queryable,
  { statementId, ...invoice }: TaxInvoiceForm,
  { networkId, actor, action, now }: InvoiceChange,
): Promise<InvoicedStatement> {
  const [found] = await selectInvoicedStatements(tx, { networkId, ids: [statementId] })
  if (!found) throw new Refusal('not_found')
  if (parseDay(invoice.issuedOn) === undefined)
    throw new Refusal('invalid', { fields: { issuedOn: 'paid_on_invalid' } })
  if (invoice.issuedOn > addDay(now)) throw new Refusal('invalid', { fields: { issuedOn: 'paid_on_future' } })
  const recorded = await saveInvoice(tx, found, { statementId, ...invoice }, now)
  await recordAuditEntries(tx, actor, [
    {
      action,
      subject: { kind: 'statement', id: found.number },
      before: found.invoice,
      after: recorded.invoice,
    },
  ])
  return recorded
}

/** Callers record it in the audit log. */
export async function saveInvoice(
  tx: Queryable,
  found: InvoicedStatement,
  { number, issuedOn, supply, vat }: TaxInvoiceForm,
  now: Date,
): Promise<InvoicedStatement> {
  await tx.execute(
    sql`insert into tax_invoices (statement_id, number, issued_on, supply_amount, vat_amount, received_at)
    values (${found.statementId}, ${number}, ${issuedOn}::date, ${supply}, ${vat}, ${now})
    on conflict (statement_id) do update
    set number = excluded.number,
      issued_on = excluded.issued_on,
      supply_amount = excluded.supply_amount,
      vat_amount = excluded.vat_amount,
      received_at = excluded.received_at`,
  )
  const invoice = { number, issuedOn, supply, vat }
  return { ...found, invoice, difference: compareInvoice(found.expected, invoice) }
}

/** Somewhere it is tomorrow already. */
const addDay = (now: Date) => new Date(now.getTime() + 24 * 60 * 60 * 1000).toISOString().slice(0, 10)
