import { anonymizeAccount } from '#server/people/credentials/accounts.ts'
import { lockAccountWithPassword, requirePassword } from '#server/people/credentials/reauthentication.ts'
import { type Caller, recordAuditEntry } from '#server/platform/auth/audit.ts'
import type { CallOrigin } from '#server/platform/auth/security-events.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import type { Services } from '#server/platform/http/request/services.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { clearDefaultNetwork, lockSite, releaseUnconfirmedMembers, selectNetworkUsage } from './queries.ts'

const action = 'withdrawAccount'

export type EndRegistrations = (tx: Queryable, caller: Caller, action: string) => Promise<boolean>

/** What a deletion, of an account or a channel, does to its money. */
export interface DeletionMoney {
  /** Comes before all other locks. */
  lock: (tx: Queryable) => Promise<unknown>
  end: (tx: Queryable, id: number, now: Date) => Promise<void>
}

/**
 * A member's channels stay with the network; those of an independent creator are removed.
 * @throws {Refusal} `not_empty` when the network has members, or a manager's network has channels
 */
export async function withdraw(
  services: Pick<Services, 'db' | 'jobs' | 'passwords' | 'now'>,
  { endRegistrations, money }: { endRegistrations: EndRegistrations; money: DeletionMoney },
  caller: Caller & CallOrigin,
  password: string,
): Promise<void> {
  const { account, actor } = caller
  const { db, jobs, passwords, now } = services
  const verifiedHash = await requirePassword(services, caller, password)
  const isOwner = account.networkId === account.id
  const isIndependent = isOwner && !account.isManager
  const haveFiguresChanged = await db.transaction(async (tx) => {
    await money.lock(tx)
    if (isOwner) await lockSite(tx, account.siteId)
    // Lock order: channels before accounts. The locked account cannot gain channels, so a second pass gets the rest.
    const changedBeforeLock = isIndependent && (await endRegistrations(tx, caller, action))
    await lockAccountWithPassword(passwords, tx, account, password, verifiedHash)
    const changedAfterLock = isIndependent && (await endRegistrations(tx, caller, action))
    if (isOwner) await closeNetwork(tx, account.id)
    await money.end(tx, account.id, now())
    const registrations = await anonymizeAccount(tx, account.id, now())
    await recordAuditEntry(tx, actor, {
      action,
      subject: { kind: 'account', id: account.id },
      before: { network: account.networkId, manager: account.isManager, registrations },
      after: null,
    })
    return changedBeforeLock || changedAfterLock
  })
  if (haveFiguresChanged) jobs.wake('refresh-lists')
}

async function closeNetwork(tx: Queryable, networkId: number): Promise<void> {
  await releaseUnconfirmedMembers(tx, networkId)
  const { hasMembers, hasChannels } = await selectNetworkUsage(tx, networkId)
  if (hasMembers || hasChannels) throw new Refusal('not_empty')
  await clearDefaultNetwork(tx, networkId)
}
