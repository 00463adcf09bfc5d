import * as z from 'zod/mini'
import { type Balance, StatementState, type WithholdingLine } from '#contract/settlement/statements.ts'
import { toLocalDay } from '#lib/format/date-math.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { Day, Integer, queryOne, Timestamp } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { getNextPayday, getPayday, selectPaymentSite } from '#server/settlement/calendar/payday.ts'
import type { Tax } from '#server/settlement/ledger/withholding.ts'
import { isReleased, isVisibleTo, type Viewer } from '#server/settlement/statements/statement-queries.ts'
import type { Subject } from '#server/settlement/statements/subject.ts'
import { findRequestable } from './payouts.ts'

type Reader = Pick<Queryable, 'query'>

const SumRow = z.object({ balance: Integer })

const OpenRow = z.object({
  month: Day,
  isOfStatement: z.boolean(),
  createdAt: Timestamp,
  state: StatementState,
  outstanding: Integer,
  requestedAt: z.nullable(Timestamp),
})
type OpenRow = z.output<typeof OpenRow>

/**
 * Counts released months. Of an account that has left the viewer's network, it is what that network's last statement leaves
 * to be paid.
 */
export const readBalance = async (
  db: Reader,
  viewer: Viewer,
  subject: Subject,
  now: Date,
): Promise<Balance> => (await readBalanceParts(db, viewer, subject, now)).balance

/** `carried`: what is neither in payouts nor held, so that the next statement pays it or carries it over. */
export async function readBalanceParts(
  db: Reader,
  viewer: Viewer,
  { id, siteId, currency, minimum, hasLeft }: Subject,
  now: Date,
): Promise<{ balance: Balance; carried: number }> {
  const isOwed = hasLeft ? sql`${isReleased} and ${isVisibleTo(viewer)}` : isReleased
  const { balance } = await queryOne(
    db,
    SumRow,
    sql`select coalesce(sum(e.amount), 0)::bigint as balance
    from ledger_entries e
    left join statements s on s.id = e.statement_id
    where e.account_id = ${id}
      and (s.id is null or (${isOwed}))`,
  )
  const open = await db.query(
    OpenRow,
    sql`select s.month,
      o.cause = 'statement' as "isOfStatement",
      o.created_at as "createdAt",
      o.state,
      o.outstanding_amount as outstanding,
      o.requested_at as "requestedAt"
    from payout_states o
    join statements s on s.id = o.statement_id
    where o.account_id = ${id}
      and o.outstanding_amount > 0
      and ${isOwed}`,
  )
  const site = await selectPaymentSite(db, siteId, now)
  const requestable = hasLeft ? ({ kind: 'none' } as const) : await findRequestable(db, id, now)
  const isHeld = ({ state }: OpenRow) => state === 'details_required'
  const awaiting = sum(open)
  const heldBalance = requestable.kind === 'details' ? requestable.amount : 0
  return {
    carried: balance - awaiting - heldBalance,
    balance: {
      currency,
      balance,
      awaiting,
      requested: sum(open.filter(({ requestedAt }) => requestedAt !== null)),
      requestedAt: findLast(open.flatMap(({ requestedAt }) => requestedAt ?? [])),
      requestable: requestable.kind === 'available' ? requestable.amount : 0,
      requestableTaxes: requestable.kind === 'available' ? requestable.taxes.map(toLine) : [],
      held: heldBalance + sum(open.filter(isHeld)),
      minimum,
      payday: findPayday(
        open.filter((payout) => !isHeld(payout)),
        site,
      ),
    },
  }
}

const toLine = ({ taxName, taxPermille, amount }: Tax): WithholdingLine => ({
  name: taxName,
  permille: taxPermille,
  amount,
})

const findLast = (moments: readonly string[]) => moments.toSorted().at(-1) ?? null

const sum = (payouts: readonly OpenRow[]) =>
  payouts.reduce((total, { outstanding }) => total + outstanding, 0)

/** The first day, and all that is due by then. */
function findPayday(
  payouts: readonly OpenRow[],
  { paymentDay, timeZone }: { paymentDay: number; timeZone: string },
): Balance['payday'] {
  const days = payouts.map(({ isOfStatement, month, createdAt, outstanding }) => ({
    day: isOfStatement
      ? getPayday(month, paymentDay)
      : getNextPayday(toLocalDay(createdAt, timeZone), paymentDay),
    outstanding,
  }))
  const day = days.map((one) => one.day).sort()[0]
  if (day === undefined) return null
  const due = days.filter((one) => one.day === day)
  return { day, amount: due.reduce((total, { outstanding }) => total + outstanding, 0) }
}
