import * as z from 'zod/mini'
import { deletePayee } from '#server/people/credentials/accounts.ts'
import type { Actor } from '#server/platform/auth/audit.ts'
import { recordAuditEntry } from '#server/platform/auth/audit.ts'
import type { Database } from '#server/platform/db/database.ts'
import { Id } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { selectPaymentSite } from '#server/settlement/calendar/payday.ts'
import { lockLedger } from '#server/settlement/ledger/ledger.ts'
import { findForfeit, forfeitBalance } from '#server/settlement/payments/forfeits/balance-forfeits.ts'

const GoneRow = z.object({ siteId: Id, isGone: z.boolean(), hasUnreleased: z.boolean() })

interface EndedBalance {
  member: number
  /** What somebody has seen that would end, in `amountUnits`. */
  amount: number
  reason: string
}

/**
 * Ends what the network owes to somebody who is gone.
 * @throws {Refusal} see `endBalance` of the contract
 */
export const endBalance = (
  db: Database,
  { networkId, actor }: { networkId: number; actor: Actor },
  { member, amount, reason }: EndedBalance,
  { action, now }: { action: string; now: Date },
): Promise<void> =>
  db.transaction(async (tx) => {
    await lockLedger(tx)
    const [person] = await tx.query(
      GoneRow,
      sql`select a.site_id as "siteId",
        a.removed_at is not null or a.network_id <> ${networkId} as "isGone",
        exists (
          select
          from statements t
          join months m on m.month = t.month
          where t.account_id = a.id
            and m.state = 'closed'
        ) as "hasUnreleased"
      from accounts a
      where a.id = ${member}::bigint
        and a.id <> ${networkId}
        and exists (select from statements t where t.account_id = a.id and t.network_id = ${networkId})
      for no key update`,
    )
    if (!person) throw new Refusal('not_found')
    if (!person.isGone) throw new Refusal('not_gone')
    if (person.hasUnreleased) throw new Refusal('month_unreleased')
    const found = await findForfeit(tx, member)
    const total = found.amount + found.requested
    if (total === 0) throw new Refusal('nothing_payable')
    if (total !== amount) throw new Refusal('balance_changed')
    const { today } = await selectPaymentSite(tx, person.siteId, now)
    await forfeitBalance(tx, member, { day: today, reason, keepsRequested: false, now })
    await deletePayee(tx, member)
    await recordAuditEntry(tx, actor, {
      action,
      subject: { kind: 'account', id: member },
      before: { balance: amount },
      after: { balance: 0, reason },
    })
  })
