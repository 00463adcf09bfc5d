import * as z from 'zod/mini'
import type { ParsedBody } from '#contract/platform/endpoint.ts'
import type { enterPayeeOfGone } from '#contract/settlement/payees.ts'
import { type Caller, hidden, recordAuditEntry } from '#server/platform/auth/audit.ts'
import type { Site } from '#server/platform/auth/sites.ts'
import { sql } from '#server/platform/db/sql.ts'
import type { Services } from '#server/platform/http/request/services.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { lockLedger } from '#server/settlement/ledger/ledger.ts'
import { encryptPayee, parseDetails, storePayee } from '#server/settlement/payees/changes.ts'
import { confirmForNetwork } from '#server/settlement/payees/queries.ts'
import { createInterimPayout } from '#server/settlement/payments/payouts.ts'

const PersonRow = z.object({ isGone: z.boolean() })

/**
 * Nobody else can enter where somebody who is gone is paid, so the network vouches for it: what waits becomes payable at once.
 * The details are deleted with the last payment.
 * @throws {Refusal} see `enterPayeeOfGone` of the contract
 */
export async function enterGonePayee(
  { db, encryption, now }: Pick<Services, 'db' | 'encryption' | 'now'>,
  { account, actor, site }: Caller & { site: Pick<Site, 'isPlaylist'> },
  { target, ...values }: ParsedBody<typeof enterPayeeOfGone>,
): Promise<void> {
  const encrypted = await encryptPayee(encryption, target, parseDetails(site, values))
  await db.transaction(async (tx) => {
    await lockLedger(tx)
    const [person] = await tx.query(
      PersonRow,
      sql`select a.removed_at is not null as "isGone"
      from accounts a
      where a.id = ${target}::bigint
        and a.id <> ${account.networkId}
        and exists (select from statements t where t.account_id = a.id and t.network_id = ${account.networkId})
      for no key update`,
    )
    if (!person) throw new Refusal('not_found')
    if (!person.isGone) throw new Refusal('not_gone')
    // Keeps a tax number that tax is still filed under.
    await storePayee(tx, target, encrypted, { kindBefore: encrypted.stored.kind, now: now() })
    await confirmForNetwork(tx, target, { networkId: account.networkId, by: account.id, now: now() })
    await createInterimPayout(tx, target, { cause: 'details', now: now() })
    await recordAuditEntry(tx, actor, {
      action: 'enterPayeeOfGone',
      subject: { kind: 'account', id: target },
      before: null,
      after: { kind: encrypted.stored.kind, details: hidden, state: 'confirmed' },
    })
  })
}
