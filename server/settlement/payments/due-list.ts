import * as z from 'zod/mini'
import { currencies } from '#contract/platform/currency.ts'
import type { EndpointOutput } from '#contract/platform/endpoint.ts'
import { addDays } from '#contract/reports/calendar.ts'
import {
  type HeldBalance,
  maxPayouts,
  type Payout,
  PayoutCause,
  type readPayments,
  shownPaidDays,
} from '#contract/settlement/payments.ts'
import { StatementState } from '#contract/settlement/statements.ts'
import { toLocalDay } from '#lib/format/date-math.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { Day, Id, Integer, Timestamp } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { minimumAmount } from '#server/portal/site/payout-minimum.ts'
import { formatMonth } from '#server/settlement/calendar/month.ts'
import { getNextPayday, getPayday, selectPaymentSite } from '#server/settlement/calendar/payday.ts'
import { awaitingOf, balanceOf } from '#server/settlement/ledger/balances.ts'
import { Money } from '#server/settlement/ledger/money.ts'
import { type Debtor, isOwedBy } from '#server/settlement/payments/debtor.ts'
import { formatStatementNumber, getPayable } from '#server/settlement/statements/statement-content.ts'

type Reader = Pick<Queryable, 'query'>

const Person = { accountId: Id, nickname: z.nullable(z.string()), email: z.nullable(z.string()) }

const PayoutRow = z.object({
  ...Person,
  statementId: Id,
  month: Day,
  cause: PayoutCause,
  state: StatementState,
  amount: Integer,
  outstanding: Integer,
  paymentDay: Integer,
  createdAt: Timestamp,
  requestedAt: z.nullable(Timestamp),
  paidTo: z.nullable(z.string()),
  paymentId: z.nullable(Id),
  paidOn: z.nullable(Day),
  reference: z.nullable(z.string()),
  paidAmount: z.nullable(Integer),
  returnedOn: z.nullable(Day),
  returnReason: z.nullable(z.string()),
  returnCause: z.nullable(z.enum(['bank', 'mistake'])),
  exportedAt: z.nullable(Timestamp),
})
type PayoutRow = z.output<typeof PayoutRow>

/** Those that are open, or were paid lately. */
const selectPayouts = (db: Reader, debtor: Debtor, paidSince: string) =>
  db.query(
    PayoutRow,
    sql`select o.account_id as "accountId",
      a.nickname,
      a.email,
      o.statement_id as "statementId",
      t.month,
      o.cause,
      o.state,
      o.amount,
      o.outstanding_amount as outstanding,
      s.payment_day as "paymentDay",
      o.created_at as "createdAt",
      o.requested_at as "requestedAt",
      y.masked_account as "paidTo",
      o.payment_id as "paymentId",
      p.paid_on as "paidOn",
      p.reference,
      -p.amount as "paidAmount",
      r.paid_on as "returnedOn",
      r.reference as "returnReason",
      r.return_cause as "returnCause",
      x.created_at as "exportedAt"
    from payout_states o
    join statements t on t.id = o.statement_id
    join accounts a on a.id = o.account_id
    join sites s on s.id = t.site_id
    left join payee_states y on y.account_id = o.account_id
      and (y.state = 'confirmed' or y.confirmed_network_id = o.network_id)
    left join ledger_entries p on p.id = o.payment_id
    left join payment_exports x on x.id = o.export_id
    left join lateral (
      select e.paid_on, e.reference, e.return_cause
      from ledger_entries e
      where e.payout_id = o.id
        and e.kind = 'return'
        and o.state = 'returned'
      order by e.id desc
      limit 1
    ) r on true
    where ${isOwedBy(debtor, sql`o`)}
      and (o.outstanding_amount > 0 or p.paid_on >= ${paidSince}::date)
    order by t.month desc, natural_sort_key(a.nickname) collate "C", o.id
    limit ${maxPayouts}`,
  )

const HeldRow = z.object({
  ...Person,
  statementId: Id,
  month: Day,
  currency: z.enum(currencies),
  minimumAmount: Integer,
  balance: Money,
  awaiting: Money,
})

/** People whose last statement is released, with a balance beyond what is in payouts, and without confirmed details. */
const selectHeld = (db: Reader, debtor: Debtor) =>
  db.query(
    HeldRow,
    sql`with latest as (
      select distinct on (account_id) id, account_id, month, network_id, site_id, currency
      from statements
      where account_id in (select t.account_id from statements t where ${isOwedBy(debtor)})
      order by account_id, id desc
    )
    select t.account_id as "accountId",
      a.nickname,
      a.email,
      t.id as "statementId",
      t.month,
      t.currency,
      ${minimumAmount} as "minimumAmount",
      ${balanceOf(sql`t.account_id`)} as balance,
      ${awaitingOf(sql`t.account_id`)} as awaiting
    from latest t
    join months m on m.month = t.month
    join accounts a on a.id = t.account_id
    join sites s on s.id = t.site_id
    where ${isOwedBy(debtor)}
      and m.state = 'released'
      and not exists (
        select
        from payee_states y
        where y.account_id = t.account_id
          and (y.state = 'confirmed' or y.confirmed_network_id = t.network_id))
    order by natural_sort_key(a.nickname) collate "C", t.account_id`,
  )

const toAccount = ({
  accountId,
  nickname,
  email,
}: {
  accountId: number
  nickname: string | null
  email: string | null
}) => ({
  id: accountId,
  nickname,
  email,
  isNetwork: false,
})

function toPayout(row: PayoutRow, timeZone: string): Payout {
  const { statementId, month, cause, state, amount, outstanding, requestedAt, paidTo, exportedAt } = row
  const { paymentId, paidOn, reference, paidAmount, returnedOn, returnReason, returnCause } = row
  return {
    statementId,
    number: formatStatementNumber(month, statementId),
    month: formatMonth(month),
    account: toAccount(row),
    cause,
    state,
    amount,
    outstanding,
    payday:
      cause === 'statement'
        ? getPayday(month, row.paymentDay)
        : getNextPayday(toLocalDay(row.createdAt, timeZone), row.paymentDay),
    requestedAt,
    paidTo,
    payment:
      paymentId === null || paidOn === null || reference === null || paidAmount === null
        ? null
        : { id: paymentId, paidOn, reference, amount: paidAmount },
    returned:
      returnedOn === null || returnReason === null
        ? null
        : { day: returnedOn, reason: returnReason, isMistake: returnCause === 'mistake' },
    exportedAt,
  }
}

export async function readDueList(
  db: Reader,
  debtor: Debtor,
  siteId: number,
  now: Date,
): Promise<EndpointOutput<typeof readPayments>> {
  const { currency, paymentDay, timeZone, today } = await selectPaymentSite(db, siteId, now)
  const payouts = await selectPayouts(db, debtor, addDays(today, -shownPaidDays))
  const held = (await selectHeld(db, debtor)).flatMap((row): HeldBalance[] => {
    const { amount } = getPayable(row.balance, row.awaiting, row)
    if (amount === 0) return []
    return [{ account: toAccount(row), amount, month: formatMonth(row.month), statementId: row.statementId }]
  })
  return {
    currency,
    nextPayday: getNextPayday(today, paymentDay),
    payouts: payouts.map((row) => toPayout(row, timeZone)),
    held,
  }
}
