import { anonymizeAccount } from '#server/people/credentials/accounts.ts'
import { lockAccountWithPassword, requirePassword } from '#server/people/credentials/reauthentication.ts'
import { type Actor, type Caller, recordAuditEntry } from '#server/platform/auth/audit.ts'
import type { Account } from '#server/platform/auth/roles.ts'
import type { CallOrigin } from '#server/platform/auth/security-events.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import type { Services } from '#server/platform/http/request/services.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { clearDefaultNetwork, lockSite, releaseUnconfirmedMembers, selectNetworkUsage } from './queries.ts'

export interface AccountCaller {
  account: Pick<Account, 'id' | 'siteId' | 'networkId' | 'isManager'>
  actor: Actor
}

export type EndRegistrations = (tx: Queryable, caller: AccountCaller, action: string) => Promise<boolean>

/** What a deletion, of an account or a channel, does to its money. */
export interface DeletionMoney {
  /** Comes before all other locks. */
  lock: (tx: Queryable) => Promise<unknown>
  end: (tx: Queryable, id: number, now: Date) => Promise<void>
}

interface Endings {
  endRegistrations: EndRegistrations
  money: DeletionMoney
}

/**
 * A member's channels stay with the network; those of an independent creator are removed.
 * @throws {Refusal} `not_empty` when the network has members, or a manager's network has channels
 */
export async function withdraw(
  services: Pick<Services, 'db' | 'jobs' | 'passwords' | 'now'>,
  endings: Endings,
  caller: Caller & CallOrigin,
  password: string,
): Promise<void> {
  const { db, jobs, now } = services
  const verifiedHash = await requirePassword(services, caller, password)
  const haveFiguresChanged = await db.transaction((tx) =>
    endAccount(tx, endings, caller, {
      action: 'withdrawAccount',
      now: now(),
      lock: () => lockAccountWithPassword(tx, caller.account, verifiedHash),
    }),
  )
  if (haveFiguresChanged) jobs.wake('refresh-lists')
}

interface EndingOptions {
  action: string
  now: Date
  /** Locks the account, and refuses what has changed since the caller has seen it. */
  lock: () => Promise<unknown>
}

/**
 * Like `withdraw`, in a transaction; the caller has checked who may do it.
 * @returns whether figures changed
 */
export async function endAccount(
  tx: Queryable,
  { endRegistrations, money }: Endings,
  caller: AccountCaller,
  { action, now, lock }: EndingOptions,
): Promise<boolean> {
  const { account, actor } = caller
  const isOwner = account.networkId === account.id
  const isIndependent = isOwner && !account.isManager
  await money.lock(tx)
  if (isOwner) await lockSite(tx, account.siteId)
  // Lock order: channels before accounts. The locked account cannot gain channels, so a second pass gets the rest.
  const changedBeforeLock = isIndependent && (await endRegistrations(tx, caller, action))
  await lock()
  const changedAfterLock = isIndependent && (await endRegistrations(tx, caller, action))
  if (isOwner) await closeNetwork(tx, account.id)
  await money.end(tx, account.id, now)
  const registrations = await anonymizeAccount(tx, account.id, now)
  await recordAuditEntry(tx, actor, {
    action,
    subject: { kind: 'account', id: account.id },
    before: { network: account.networkId, manager: account.isManager, registrations },
    after: null,
  })
  return changedBeforeLock || changedAfterLock
}

async function closeNetwork(tx: Queryable, networkId: number): Promise<void> {
  await releaseUnconfirmedMembers(tx, networkId)
  const { hasMembers, hasChannels } = await selectNetworkUsage(tx, networkId)
  if (hasMembers || hasChannels) throw new Refusal('not_empty')
  await clearDefaultNetwork(tx, networkId)
}
