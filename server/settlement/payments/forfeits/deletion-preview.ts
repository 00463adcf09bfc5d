import * as z from 'zod/mini'
import type { ParsedQuery } from '#contract/platform/endpoint.ts'
import { can } from '#contract/platform/roles.ts'
import type { DeletionMoney, readDeletion } from '#contract/settlement/deletions.ts'
import { selectChannel } from '#server/channels/registrations/queries.ts'
import { isLastOwner } from '#server/people/account/queries.ts'
import type { Account } from '#server/platform/auth/roles.ts'
import {
  getNetworkViewpoint,
  getOwnViewpoint,
  getViewpoint,
  type Viewpoint,
} from '#server/platform/auth/viewpoint.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { Id } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { getPacificDay } from '#server/platform/pacific-day.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { selectDays } from '#server/reports/figures/days.ts'
import { selectFirstOpenDay } from '#server/reports/figures/open-days.ts'
import { resolveScope, type ScopeFilter } from '#server/reports/figures/scope.ts'
import { selectPaymentSite } from '#server/settlement/calendar/payday.ts'
import { requireSubject } from '#server/settlement/statements/subject.ts'
import { findForfeit } from './balance-forfeits.ts'
import { selectRule, selectUnpaidShares, sumShares } from './deletions.ts'

/** @throws {Refusal} see `readDeletion` of the contract */
export async function previewDeletion(
  db: Queryable,
  account: Account,
  { member, registration }: ParsedQuery<typeof readDeletion>,
  now: Date,
): Promise<DeletionMoney> {
  const { currency } = await selectPaymentSite(db, account.siteId, now)
  const { forfeits } = await selectRule(db, account.id)
  if (registration !== undefined) {
    const channelId = await requireChannel(db, account, registration)
    const { amount } = sumShares(await selectUnpaidShares(db, registration, null))
    const estimated = await readEstimate(
      db,
      getViewpoint(account, 'channels.remove'),
      { channel: channelId },
      now,
    )
    return { currency, forfeits, amount, requested: 0, estimated }
  }
  const viewer =
    member === undefined ? await getEndingViewpoint(db, account) : getViewpoint(account, 'members.change')
  const subject = await requireSubject(db, viewer, member)
  const estimated = subject.hasFigures
    ? await readEstimate(db, viewer, member === undefined ? {} : { member }, now)
    : 0
  return { currency, forfeits, ...(await findForfeit(db, subject.id)), estimated }
}

/** Whose money ends when the account is deleted: the network of its last owner ends as well. */
const getEndingViewpoint = async (db: Queryable, account: Account): Promise<Viewpoint> =>
  (await isLastOwner(db, account)) ? getNetworkViewpoint(account) : getOwnViewpoint(account)

/** @returns YouTube's id of it. @throws {Refusal} `not_found`; `forbidden` when the account may not delete channels */
async function requireChannel(db: Queryable, account: Account, registrationId: number): Promise<string> {
  const { networkId } = account
  if (!(await selectChannel(db, account, registrationId))) throw new Refusal('not_found')
  if (!can(account, 'channels.remove')) throw new Refusal('forbidden')
  const [found] = await db.query(
    z.object({ id: Id, channelId: z.string() }),
    sql`select registration_id as id,
      channel_id as "channelId"
    from channels
    where registration_id = ${registrationId}::bigint
      and network_id = ${networkId}
      and removed_at is null`,
  )
  if (!found) throw new Refusal('not_found')
  return found.channelId
}

/** Sums the estimates of the days that no closing has booked yet. */
async function readEstimate(
  db: Queryable,
  viewpoint: Viewpoint,
  filter: ScopeFilter,
  now: Date,
): Promise<number> {
  const scope = await resolveScope(db, viewpoint, filter).catch((error: unknown) => {
    // It earns nothing yet.
    if (error instanceof Refusal && error.code === 'not_found') return null
    throw error
  })
  if (!scope?.firstDay) return 0
  const from = (await selectFirstOpenDay(db)) ?? scope.firstDay
  const days = await selectDays(db, scope, { from, to: getPacificDay(now) })
  return days.reduce((sum, { netProfit }) => sum + netProfit, 0)
}
