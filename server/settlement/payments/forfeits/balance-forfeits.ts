import * as z from 'zod/mini'
import { currencies } from '#contract/platform/currency.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { Day, Id, Integer } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { insertLaterEntries, type LaterEntry } from '#server/settlement/ledger/later-entries.ts'
import { add, type Money, Money as MoneyRow, subtract, zero } from '#server/settlement/ledger/money.ts'
import { endExports } from '#server/settlement/payments/exports.ts'
import { releaseTaxes } from './released-taxes.ts'

const OwedRow = z.object({
  statementId: Id,
  month: Day,
  networkId: Id,
  currency: z.enum(currencies),
  balance: MoneyRow,
})

/** The last released statement of an account, and its whole balance. */
const selectOwed = async (tx: Pick<Queryable, 'query'>, accountId: number) =>
  (
    await tx.query(
      OwedRow,
      sql`select t.id as "statementId",
        t.month,
        t.network_id as "networkId",
        t.currency,
        (
          select json_build_object('micros', coalesce(sum(e.micros), 0), 'amount', coalesce(sum(e.amount), 0))
          from ledger_entries e
          left join statements o on o.id = e.statement_id
          left join months m on m.month = o.month
          where e.account_id = t.account_id
            and (o.id is null or m.state = 'released')
        ) as balance
      from statements t
      join months m on m.month = t.month
      where t.account_id = ${accountId}
        and m.state = 'released'
      order by t.id desc
      limit 1`,
    )
  )[0]

const OpenRow = z.object({
  id: Id,
  statementId: Id,
  month: Day,
  outstandingMicros: Integer,
  outstandingAmount: Integer,
  isRequested: z.boolean(),
})

const selectOpen = (tx: Pick<Queryable, 'query'>, accountId: number) =>
  tx.query(
    OpenRow,
    sql`select o.id,
      o.statement_id as "statementId",
      t.month,
      o.outstanding_micros as "outstandingMicros",
      o.outstanding_amount as "outstandingAmount",
      o.requested_at is not null or o.export_id is not null as "isRequested"
    from payout_states o
    join statements t on t.id = o.statement_id
    where o.account_id = ${accountId}
      and o.outstanding_amount > 0
    order by o.id`,
  )

interface Forfeit {
  /** The day in the site's time zone. */
  day: string
  reason: string
  /** Keeps what was asked for, or is on its way, before the account was deleted. */
  keepsRequested: boolean
  now: Date
}

/** Returns what ending an account's balance would take, in `amountUnits`, and what of it stays because it is on request. */
export async function findForfeit(
  db: Pick<Queryable, 'query'>,
  accountId: number,
): Promise<{ amount: number; requested: number }> {
  const owed = await selectOwed(db, accountId)
  if (!owed) return { amount: 0, requested: 0 }
  const open = await selectOpen(db, accountId)
  const requested = open
    .filter(({ isRequested }) => isRequested)
    .reduce((sum, { outstandingAmount }) => sum + outstandingAmount, 0)
  return { amount: Math.max(0, owed.balance.amount - requested), requested }
}

/**
 * Ends the balance of released months: what waits to be paid, and the rest. The network gets it with its tax; of an account
 * without a network it is nobody's. A negative balance stays. The caller must have locked the ledger.
 * @returns the amount that was ended
 */
export async function forfeitBalance(
  tx: Queryable,
  accountId: number,
  { day, reason, keepsRequested, now }: Forfeit,
): Promise<number> {
  const owed = await selectOwed(tx, accountId)
  if (!owed) return 0
  const open = await selectOpen(tx, accountId)
  const kept = open.filter(({ isRequested }) => keepsRequested && isRequested)
  const ended = open.filter((payout) => !kept.includes(payout))
  const toMoney = (rows: typeof open) =>
    rows.reduce<Money>(
      (sum, { outstandingMicros, outstandingAmount }) =>
        add(sum, { micros: outstandingMicros, amount: outstandingAmount }),
      zero,
    )
  const total = subtract(owed.balance, toMoney(kept))
  if (total.amount <= 0) return 0
  const rest = subtract(total, toMoney(ended))
  const entry = { kind: 'forfeit', currency: owed.currency, paidOn: day, reference: reason } as const
  const parts: LaterEntry[] = ended.map(
    ({ id, statementId, month, outstandingMicros, outstandingAmount }) => ({
      ...entry,
      accountId,
      statementId,
      month,
      payoutId: id,
      micros: -outstandingMicros,
      amount: -outstandingAmount,
    }),
  )
  const { statementId, month, networkId } = owed
  if (rest.micros !== 0 || rest.amount !== 0)
    parts.push({
      ...entry,
      accountId,
      statementId,
      month,
      payoutId: null,
      micros: 0 - rest.micros,
      amount: 0 - rest.amount,
    })
  await insertLaterEntries(tx, parts)
  const endedIds = ended.map(({ id }) => id)
  const taxes = [...(await releaseTaxes(tx, endedIds)).values()].reduce(add, zero)
  const receiver = await selectReceiver(tx, networkId, accountId, month)
  await insertLaterEntries(tx, [{ ...entry, ...add(total, taxes), ...receiver, payoutId: null }])
  await endExports(tx, endedIds, now)
  return total.amount
}

/** Who gets what an account forfeits: its network, on its last statement if it has one; of an account without one nobody. */
export async function selectReceiver(
  tx: Queryable,
  networkId: number,
  accountId: number,
  month: string,
): Promise<Pick<LaterEntry, 'accountId' | 'statementId' | 'month'>> {
  if (networkId === accountId) return { accountId: null, statementId: null, month }
  const last = await selectLastStatement(tx, networkId)
  return { accountId: networkId, statementId: last?.id ?? null, month: last?.month ?? month }
}

const StatementRow = z.object({ id: Id, month: Day })

const selectLastStatement = async (tx: Queryable, accountId: number) =>
  (
    await tx.query(
      StatementRow,
      sql`select t.id, t.month
      from statements t
      join months m on m.month = t.month
      where t.account_id = ${accountId}
        and m.state = 'released'
      order by t.id desc
      limit 1`,
    )
  )[0]
