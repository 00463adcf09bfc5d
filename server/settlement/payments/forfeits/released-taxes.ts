import * as z from 'zod/mini'
import { currencies } from '#contract/platform/currency.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { Day, Id, Integer } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { taxNames } from '#server/settlement/ledger/bookings.ts'
import { insertLaterEntries } from '#server/settlement/ledger/later-entries.ts'
import { add, Money, subtract, zero } from '#server/settlement/ledger/money.ts'
import { getPaidTax } from '#server/settlement/ledger/withholding.ts'

const TaxRow = z.object({
  payoutId: Id,
  month: Day,
  currency: z.enum(currencies),
  taxName: z.enum(taxNames),
  taxPermille: Integer,
  withheld: Money,
  released: Money,
  amount: Integer,
  forfeited: Integer,
})

/** Of payouts that something was forfeited of, in the same transaction. */
const selectTaxes = (tx: Queryable, payoutIds: readonly number[]) =>
  tx.query(
    TaxRow,
    sql`select o.id as "payoutId",
      t.month,
      o.currency,
      e.tax_name as "taxName",
      e.tax_permille as "taxPermille",
      json_build_object('micros', -e.micros, 'amount', -e.amount) as withheld,
      (
        select json_build_object('micros', coalesce(-sum(r.micros), 0), 'amount', coalesce(-sum(r.amount), 0))
        from ledger_entries r
        where r.payout_id = o.id
          and r.kind = 'withholding'
          and r.account_id is null
          and r.tax_name = e.tax_name
          and r.amount < 0
      ) as released,
      o.amount,
      (
        select coalesce(-sum(f.amount), 0)::bigint
        from ledger_entries f
        where f.payout_id = o.id
          and f.kind = 'forfeit'
      ) as forfeited
    from payouts o
    join statements t on t.id = o.statement_id
    join ledger_entries e on e.account_id = o.account_id
      and e.kind = 'withholding'
      and e.statement_id = o.statement_id
      and case when o.cause = 'statement' then not e.is_later else e.payout_id = o.id end
    where o.id = any(${payoutIds}::integer[])
    order by o.id, e.id`,
  )

/**
 * Tax belongs to what is paid: what was withheld of a forfeited part is not owed to the tax office, and goes where the part
 * goes. Books that nobody's money has less; the caller books who has it.
 * @returns by payout
 */
export async function releaseTaxes(
  tx: Queryable,
  payoutIds: readonly number[],
): Promise<ReadonlyMap<number, Money>> {
  const released = new Map<number, Money>()
  const entries = (await selectTaxes(tx, payoutIds)).flatMap((tax) => {
    const { payoutId, month, currency, taxName, taxPermille, withheld, amount, forfeited } = tax
    const kept = getPaidTax(withheld, { paid: amount - forfeited, of: amount })
    const part = subtract(subtract(withheld, kept), tax.released)
    if (part.amount <= 0) return []
    released.set(payoutId, add(released.get(payoutId) ?? zero, part))
    return [
      {
        ...{ kind: 'withholding' as const, accountId: null, statementId: null, payoutId, month, currency },
        ...{ taxName, taxPermille, micros: -part.micros, amount: -part.amount },
      },
    ]
  })
  if (entries.length > 0) await insertLaterEntries(tx, entries)
  return released
}
