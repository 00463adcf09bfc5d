import * as z from 'zod/mini'
import { deleteOldTaxIds } from '#server/people/credentials/accounts.ts'
import { type Actor, recordAuditEntry } from '#server/platform/auth/audit.ts'
import type { Database, Queryable } from '#server/platform/db/database.ts'
import { Count, Id, queryOne } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { lockDecisions } from '#server/reports/figures/open-days.ts'
import { formatMonth } from '#server/settlement/calendar/month.ts'
import { lockMonth } from '#server/settlement/files/loads.ts'
import { lockLedger } from '#server/settlement/ledger/ledger.ts'
import { forfeitReleased } from '#server/settlement/payments/forfeits/deletions.ts'
import { createStatementPayouts } from '#server/settlement/payments/payouts.ts'
import { mailStatements } from '#server/settlement/statements/statement-mails.ts'
import type { Closer } from './closing.ts'

interface MonthChange {
  /** Its first day. */
  month: string
  now: Date
}

const MonthRow = z.object({
  closedBy: z.nullable(Id),
  needsOtherPerson: z.boolean(),
  statements: Count,
  /** Another month was closed after it, and builds on its balances. */
  hasLaterClosed: z.boolean(),
})
export type ClosedMonth = z.output<typeof MonthRow>

export const selectClosedMonth = (db: Pick<Queryable, 'query'>, month: string): Promise<ClosedMonth> =>
  queryOne(
    db,
    MonthRow,
    sql`select m.closed_by as "closedBy",
      exists (
        select
        from statements s
        join sites w on w.id = s.site_id
        where s.month = m.month
          and w.needs_other_person
      ) as "needsOtherPerson",
      (
        select count(*)
        from statements s
        where s.month = m.month
      ) as statements,
      exists (
        select
        from ledger_entries e
        where e.month <> m.month
          and not e.is_later
          and e.id > (select min(id) from ledger_entries o where o.month = m.month and not o.is_later)
      ) or exists (
        select
        from statements l
        where l.month <> m.month
          and l.id > (select min(id) from statements o where o.month = m.month)
      ) as "hasLaterClosed"
    from months m
    where m.month = ${month}`,
  )

/** @throws {Refusal} `not_found`, `month_not_closed`, `month_released` */
async function lockClosed(tx: Queryable, month: string): Promise<ClosedMonth> {
  await lockDecisions(tx)
  await lockLedger(tx)
  const known = await tx.query(z.object({}), sql`select from months where month = ${month}`)
  if (known.length === 0) throw new Refusal('not_found')
  const state = await lockMonth(tx, month)
  if (state === 'open') throw new Refusal('month_not_closed')
  if (state === 'released') throw new Refusal('month_released')
  return selectClosedMonth(tx, month)
}

/**
 * Shows a closed month's statements to members, mails them, and opens them for payment.
 * @returns the number of statements
 * @throws {Refusal} see `releaseMonth` of the contract
 */
export const releaseMonth = (
  db: Database,
  { month, now }: MonthChange,
  { actor, action, accountId }: Closer,
): Promise<number> =>
  db.transaction(async (tx) => {
    const { closedBy, needsOtherPerson, statements } = await lockClosed(tx, month)
    if (needsOtherPerson && closedBy === accountId) throw new Refusal('other_person_required')
    await tx.execute(sql`update months set state = 'released', released_at = ${now} where month = ${month}`)
    await createStatementPayouts(tx, month, now)
    await forfeitReleased(tx, month, now)
    await deleteOldTaxIds(tx)
    await mailStatements(tx, month, now)
    await recordChange(tx, actor, { action, month, after: { state: 'released', statements } })
    return statements
  })

/**
 * Takes back all that closing the month has booked. Nobody but managers and operators has seen it.
 * @throws {Refusal} see `reopenMonth` of the contract
 */
export const reopenMonth = (
  db: Database,
  { month, reason }: Pick<MonthChange, 'month'> & { reason: string },
  { actor, action }: Closer,
): Promise<void> =>
  db.transaction(async (tx) => {
    const { hasLaterClosed } = await lockClosed(tx, month)
    if (hasLaterClosed) throw new Refusal('later_month_closed')
    await tx.execute(sql`delete from ledger_entries where month = ${month}`)
    await tx.execute(sql`delete from statements where month = ${month}`)
    await tx.execute(sql`delete from month_parts where decided_month = ${month}`)
    await tx.execute(
      sql`update months
      set state = 'open',
        closed_at = null,
        closed_by = null,
        krw_micros = null,
        rate_reason = null,
        explanations = '[]'
      where month = ${month}`,
    )
    await recordChange(tx, actor, { action, month, after: { state: 'open', reason } })
  })

const recordChange = (
  tx: Queryable,
  actor: Actor,
  { action, month, after }: { action: string; month: string; after: Record<string, string | number> },
) =>
  recordAuditEntry(tx, actor, {
    action,
    subject: { kind: 'month', id: formatMonth(month) },
    before: { state: 'closed' },
    after,
  })
