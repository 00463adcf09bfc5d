import { randomUUID } from 'node:crypto'
import { type Caller, recordAuditEntry } from '#server/platform/auth/audit.ts'
import type { Database, Queryable } from '#server/platform/db/database.ts'
import { mailTo } from '#server/platform/mail/recipients.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { lockLedger } from '#server/settlement/ledger/ledger.ts'
import { type PayeeReach, requirePayee } from '#server/settlement/payees/changes.ts'
import { markConfirmed } from '#server/settlement/payees/queries.ts'
import { createInterimPayout } from './payouts.ts'

interface Confirmation {
  version: number
  /** Null: the operator. */
  by: number | null
  now: Date
}

/**
 * Confirms that version of a payout account, which mail tells the person; what has waited for it becomes payable at once.
 * @returns whether they were of that version, and not confirmed yet
 */
export async function confirmDetails(
  tx: Queryable,
  accountId: number,
  { version, by, now }: Confirmation,
): Promise<boolean> {
  await lockLedger(tx)
  if (!(await markConfirmed(tx, accountId, { version, by, now }))) return false
  await createInterimPayout(tx, accountId, { cause: 'details', now })
  const mail = { kind: 'payee-confirmed', eventKey: `payee-confirmed ${randomUUID()}`, data: {} } as const
  await mailTo(tx, { accountId, permission: 'money.change' }, mail, now)
  return true
}

interface CheckedPayee {
  target: number
  version: number
  reach: PayeeReach
  /** Name of the endpoint. */
  action: string
}

/** @throws {Refusal} `outdated` when they have changed since, or are confirmed already */
export const confirmPayee = (
  { db, now }: { db: Database; now: () => Date },
  { account, actor }: Caller,
  { target, version, reach, action }: CheckedPayee,
): Promise<void> =>
  db.transaction(async (tx) => {
    // Before the account: the lock order of everything about money.
    await lockLedger(tx)
    await requirePayee(tx, reach, target)
    if (!(await confirmDetails(tx, target, { version, by: account.id, now: now() })))
      throw new Refusal('outdated')
    await recordAuditEntry(tx, actor, {
      action,
      subject: { kind: 'account', id: target },
      context: { version },
      before: { state: 'entered' },
      after: { state: 'confirmed' },
    })
  })
