import { anonymizeAccount } from '#server/people/credentials/accounts.ts'
import { lockAccountWithPassword, requirePassword } from '#server/people/credentials/reauthentication.ts'
import { type Actor, type Caller, recordAuditEntry } from '#server/platform/auth/audit.ts'
import type { Account } from '#server/platform/auth/roles.ts'
import type { CallOrigin } from '#server/platform/auth/security-events.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import type { Services } from '#server/platform/http/request/services.ts'
import { Refusal } from '#server/platform/refusal.ts'
import {
  clearDefaultNetwork,
  isLastOwner,
  lockNetwork,
  lockSite,
  releaseUnconfirmedMembers,
  selectNetworkUsage,
} from './queries.ts'

export interface AccountCaller {
  account: Pick<Account, 'id' | 'siteId' | 'networkId' | 'roles' | 'isIndependent'>
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
 * A member's channels stay with the network; those of an independent creator are removed. The network of its last owner ends.
 * @throws {Refusal} `last_owner` when others run the network; `not_empty` when it has members or channels
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
  const { id, networkId, roles, isIndependent } = account
  const isOwner = roles.includes('owner')
  await money.lock(tx)
  if (isOwner) await lockSite(tx, account.siteId)
  // Lock order: channels before accounts. The locked account cannot gain channels, so a second pass gets the rest.
  const changedBeforeLock = isIndependent && (await endRegistrations(tx, caller, action))
  await lock()
  const changedAfterLock = isIndependent && (await endRegistrations(tx, caller, action))
  const endsNetwork = isOwner && (await isLastOwner(tx, account))
  if (endsNetwork) await closeNetwork(tx, account)
  await money.end(tx, id, now)
  const registrations = await anonymizeAccount(tx, id, now)
  if (endsNetwork) {
    await money.end(tx, networkId, now)
    await anonymizeAccount(tx, networkId, now)
  }
  await recordAuditEntry(tx, actor, {
    action,
    subject: { kind: 'account', id },
    before: { network: networkId, roles, registrations, ...(endsNetwork && { networkEnds: true }) },
    after: null,
  })
  return changedBeforeLock || changedAfterLock
}

/** Locks the network, so that nobody joins it, gets a role or leaves at the same time. @throws {Refusal} */
async function closeNetwork(tx: Queryable, { id, networkId }: AccountCaller['account']): Promise<void> {
  await lockNetwork(tx, networkId)
  await releaseUnconfirmedMembers(tx, networkId)
  const { hasStaff, hasMembers, hasChannels } = await selectNetworkUsage(tx, networkId, id)
  if (hasStaff) throw new Refusal('last_owner')
  if (hasMembers || hasChannels) throw new Refusal('not_empty')
  await clearDefaultNetwork(tx, networkId)
}
