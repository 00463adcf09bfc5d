import { randomUUID } from 'node:crypto'
import * as z from 'zod/mini'
import { type Currency, currencies } from '#contract/platform/currency.ts'
import { type Actor, recordAuditEntry } from '#server/platform/auth/audit.ts'
import type { Database, Queryable } from '#server/platform/db/database.ts'
import { Id, Integer } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { mailTo } from '#server/platform/mail/recipients.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { lockLedger } from '#server/settlement/ledger/ledger.ts'
import { selectNickname } from '#server/settlement/payees/queries.ts'
import { createInterimPayout, findRequestable } from './payouts.ts'

const RequestedRow = z.object({
  id: Id,
  networkId: Id,
  outstanding: Integer,
  currency: z.enum(currencies),
  isNew: z.boolean(),
})

/**
 * Puts all that is available of the account's balance, and all that waits to be paid already, on request.
 * @returns all that is on request; a second time nothing more happens
 * @throws {Refusal} see `requestPayment` of the contract
 */
export const requestPayment = (
  db: Database,
  { accountId, actor }: { accountId: number; actor: Actor },
  now: Date,
): Promise<{ amount: number; currency: Currency }> =>
  db.transaction(async (tx) => {
    await lockLedger(tx)
    const requestable = await findRequestable(tx, accountId, now)
    const interim = await createInterimPayout(tx, accountId, { cause: 'request', now })
    const requested = await markRequested(tx, accountId, interim?.id ?? null, now)
    const [first] = requested
    if (!first) throw new Refusal(requestable.kind === 'details' ? 'details_unconfirmed' : 'nothing_payable')
    const { currency, networkId } = first
    const amount = requested.reduce((sum, { outstanding }) => sum + outstanding, 0)
    if (!requested.some(({ isNew }) => isNew)) return { amount, currency }
    await recordAuditEntry(tx, actor, {
      action: 'requestPayment',
      subject: { kind: 'account', id: accountId },
      before: null,
      after: { payouts: requested.filter(({ isNew }) => isNew).map(({ id }) => id) },
    })
    if (networkId !== accountId) await tellNetwork(tx, networkId, accountId, { amount, currency }, now)
    return { amount, currency }
  })

/** Open payouts of the account, those that were not on request before marked as new. */
const markRequested = (tx: Queryable, accountId: number, interimId: number | null, now: Date) =>
  tx.query(
    RequestedRow,
    sql`with open as (
      select o.id, o.network_id, o.outstanding_amount, o.currency, o.requested_at
      from payout_states o
      where o.account_id = ${accountId}
        and o.outstanding_amount > 0
    ), marked as (
      update payouts p
      set requested_at = ${now}
      from open
      where p.id = open.id
        and open.requested_at is null
    )
    select id,
      network_id as "networkId",
      outstanding_amount as outstanding,
      currency,
      requested_at is null or id is not distinct from ${interimId}::integer as "isNew"
    from open
    order by id`,
  )

async function tellNetwork(
  tx: Queryable,
  networkId: number,
  accountId: number,
  money: { amount: number; currency: Currency },
  now: Date,
): Promise<void> {
  const data = { nickname: await selectNickname(tx, accountId), ...money }
  const mail = { kind: 'payment-requested', eventKey: `payment-requested ${randomUUID()}`, data } as const
  await mailTo(tx, { accountId: networkId, permission: 'money.change' }, mail, now)
}
