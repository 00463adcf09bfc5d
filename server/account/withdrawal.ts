import { emptyAccount } from '#server/accounts.ts'
import { type Caller, recordChange } from '#server/audit.ts'
import type { Queries } from '#server/db/connect.ts'
import { Refusal, type Services } from '#server/http.ts'
import { lockWithPassword, requirePassword } from '#server/own-password.ts'
import { clearDefaultNetwork, lockSite, selectHoldings } from './queries.ts'

/** Ends every live registration of a network. @returns whether figures have changed */
export type EndRegistrations = (tx: Queries, networkId: number) => Promise<boolean>

/**
 * Ends a membership with the person's own password. A member's channels stay with the network; those of who stands
 * alone are deleted.
 * @throws {Refusal} `not_empty` where others rely on the network, or a manager still has channels
 */
export async function withdraw(
  { db, jobs, now }: Pick<Services, 'db' | 'jobs' | 'now'>,
  endRegistrations: EndRegistrations,
  { account, by }: Caller,
  password: string,
): Promise<void> {
  const seenHash = await requirePassword(db, account, password, now())
  const owner = account.networkId === account.id
  const alone = owner && account.permissionFlag === 0
  const counted = await db.transaction(async (tx) => {
    if (owner) await lockSite(tx, account.siteId)
    // Channels are locked before accounts; when the account is, none can be added any more.
    const before = alone && (await endRegistrations(tx, account.id))
    await lockWithPassword(tx, account, password, seenHash)
    const meanwhile = alone && (await endRegistrations(tx, account.id))
    if (owner) await leaveNetwork(tx, account.id)
    await emptyAccount(tx, account.id, now())
    await recordChange(tx, by, { action: 'withdraw', subject: { kind: 'account', id: account.id } })
    return before || meanwhile
  })
  if (counted) jobs.nudge('refresh-lists')
}

async function leaveNetwork(tx: Queries, networkId: number): Promise<void> {
  const { members, channels } = await selectHoldings(tx, networkId)
  if (members || channels) throw new Refusal('not_empty')
  await clearDefaultNetwork(tx, networkId)
}
