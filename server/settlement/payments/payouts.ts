import * as z from 'zod/mini'
import { payeeKinds } from '#contract/people/payee-states.ts'
import { currencies } from '#contract/platform/currency.ts'
import { getMonthStart } from '#contract/reports/calendar.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { Day, Id, IdRow, Integer, queryOne } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { getPacificDay } from '#server/platform/pacific-day.ts'
import { minimumAmount } from '#server/portal/site/payout-minimum.ts'
import { awaitingOf, balanceOf } from '#server/settlement/ledger/balances.ts'
import { insertLaterEntries } from '#server/settlement/ledger/later-entries.ts'
import { lockLedger } from '#server/settlement/ledger/ledger.ts'
import { add, Money } from '#server/settlement/ledger/money.ts'
import {
  computeWithholding,
  selectWithholdingRates,
  type Tax,
} from '#server/settlement/ledger/withholding.ts'
import { getPayable } from '#server/settlement/statements/statement-content.ts'

/** A month's statements become payouts when it is released. */
export const createStatementPayouts = (tx: Queryable, month: string, now: Date): Promise<number> =>
  tx.execute(
    sql`insert into payouts (statement_id, account_id, network_id, cause, currency, micros, amount, created_at)
    select id, account_id, network_id, 'statement', currency, payable_micros, payable_amount, ${now}
    from statements
    where month = ${month}
      and payable_amount > 0
    order by id`,
  )

const AvailableRow = z.object({
  statementId: Id,
  month: Day,
  networkId: Id,
  siteId: Id,
  currency: z.enum(currencies),
  minimumAmount: Integer,
  /** A month that is not released yet pays the balance, or a payout of it is open. */
  isTaken: z.boolean(),
  balance: Money,
  awaiting: Money,
  payeeKind: z.nullable(z.enum(payeeKinds)),
})
type AvailableRow = z.output<typeof AvailableRow>

/** The balance of an account's last statement, and what of it waits to be paid; undefined: it has no released statement. */
async function selectAvailable(
  tx: Pick<Queryable, 'query'>,
  accountId: number,
): Promise<AvailableRow | undefined> {
  const [row] = await tx.query(
    AvailableRow,
    sql`select t.id as "statementId",
      t.month,
      t.network_id as "networkId",
      t.site_id as "siteId",
      t.currency,
      ${minimumAmount} as "minimumAmount",
      m.state <> 'released'
        or exists (select from payout_states o where o.statement_id = t.id and o.outstanding_amount > 0) as "isTaken",
      ${balanceOf(sql`t.account_id`)} as balance,
      ${awaitingOf(sql`t.account_id`)} as awaiting,
      y.kind as "payeeKind"
    from statements t
    join months m on m.month = t.month
    join sites s on s.id = t.site_id
    left join payee_states y on y.account_id = t.account_id
      and (y.state = 'confirmed' or y.confirmed_network_id = t.network_id)
    where t.account_id = ${accountId}
    order by t.id desc
    limit 1`,
  )
  return row
}

/** `none`: nothing, or less than the site's minimum, that does not wait to be paid anyway. Amounts are before tax. */
export type Requestable =
  | { kind: 'none' }
  | { kind: 'details'; amount: number }
  | { kind: 'available'; amount: number; taxes: Tax[] }

const getBase = (row: AvailableRow): Money => getPayable(row.balance, row.awaiting, row)

/** @returns what a payment withholds on that day */
async function computeTaxes(
  db: Pick<Queryable, 'query'>,
  { siteId, payeeKind }: AvailableRow,
  base: Money,
  now: Date,
): Promise<Tax[]> {
  const rates = await selectWithholdingRates(db, getMonthStart(getPacificDay(now)))
  return computeWithholding(
    base,
    rates.find((rate) => rate.siteId === siteId && rate.kind === payeeKind),
  )
}

/** @returns what could be paid before the next closing */
export async function findRequestable(
  db: Pick<Queryable, 'query'>,
  accountId: number,
  now: Date,
): Promise<Requestable> {
  const row = await selectAvailable(db, accountId)
  if (!row || row.isTaken) return { kind: 'none' }
  const base = getBase(row)
  const { amount } = base
  if (amount === 0) return { kind: 'none' }
  if (row.payeeKind === null) return { kind: 'details', amount }
  return { kind: 'available', amount, taxes: await computeTaxes(db, row, base, now) }
}

/**
 * Makes what is available of an account's balance payable between closings, and withholds its tax. Locks the ledger.
 * @returns the payout; null: nothing is available, or nobody has confirmed how to pay it
 */
export async function createInterimPayout(
  tx: Queryable,
  accountId: number,
  { cause, now }: { cause: 'details' | 'request'; now: Date },
): Promise<{ id: number; amount: number } | null> {
  await lockLedger(tx)
  const row = await selectAvailable(tx, accountId)
  if (!row || row.isTaken || row.payeeKind === null) return null
  const base = getBase(row)
  if (base.amount === 0) return null
  const { statementId, month, networkId, currency } = row
  const taxes = await computeTaxes(tx, row, base, now)
  const { micros, amount } = taxes.reduce<Money>(add, base)
  const { id } = await queryOne(
    tx,
    IdRow,
    sql`insert into payouts (statement_id, account_id, network_id, cause, currency, micros, amount, requested_at, created_at)
    values (${statementId}, ${accountId}, ${networkId}, ${cause}, ${currency}, ${micros}, ${amount},
      ${cause === 'request' ? now : null}, ${now})
    returning id`,
  )
  const entry = { kind: 'withholding', month, currency, payoutId: id } as const
  await insertLaterEntries(
    tx,
    taxes.flatMap((tax) => [
      { ...entry, ...tax, accountId, statementId },
      // Unallocated until it is remitted, as at a closing.
      { ...entry, ...tax, accountId: null, statementId: null, micros: -tax.micros, amount: -tax.amount },
    ]),
  )
  return { id, amount }
}
