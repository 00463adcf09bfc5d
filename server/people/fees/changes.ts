import type { removeFee, setFees } from '#contract/people/fees.ts'
import type { ParsedBody } from '#contract/platform/endpoint.ts'
import type { FieldCode } from '#contract/platform/errors.ts'
import {
  type Actor,
  type AuditEntry,
  type Caller,
  recordAuditEntry,
  recordEntriesOfNetworks,
} from '#server/platform/auth/audit.ts'
import { requireCurrentRole } from '#server/platform/auth/roles.ts'
import type { Database, Queryable } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { getPacificDay } from '#server/platform/pacific-day.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { lockOpenDays, requireOpenDay } from '#server/reports/figures/open-days.ts'
import { type FeeChange, type FeePlan, type FeeRequest, planFees } from './plan.ts'
import {
  deleteFee,
  lockMembers,
  selectDatedFees,
  selectDefaultFees,
  selectPermille,
  upsertFees,
} from './queries.ts'

export const toPermille = (percent: number): number => Math.round(percent * 10)

/** The members must be locked. */
export async function decideFees<Request extends FeeRequest>(
  tx: Queryable,
  requests: readonly Request[],
  { firstOpenDay, now }: { firstOpenDay: string | null; now: Date },
): Promise<FeePlan<Request>> {
  const existing = await selectDatedFees(tx, [...new Set(requests.map(({ member }) => member))])
  return planFees(requests, existing, { firstOpenDay, today: getPacificDay(now) })
}

interface Recording {
  action: string
  getActor(member: number): Actor
}

/** Records an entry in the audit log for each. */
export async function writeFees(
  tx: Queryable,
  changes: readonly FeeChange[],
  { action, getActor }: Recording,
  now: Date,
): Promise<void> {
  if (changes.length === 0) return
  await upsertFees(tx, changes, now)
  await recordEntriesOfNetworks(
    tx,
    changes.map((change) => ({ actor: getActor(change.member), entry: describeChange(action, change) })),
  )
}

const describeChange = (action: string, { member, fromDay, permille, before }: FeeChange): AuditEntry => ({
  action,
  subject: { kind: 'account', id: member },
  context: { from: fromDay },
  before: { fee_rate: before / 10 },
  after: { fee_rate: permille / 10 },
})

const isOwnMember = (networkId: number, ids: readonly number[]) =>
  sql`a.id = any(${ids}::bigint[]) and a.network_id = ${networkId}`

/** All or none. @returns how many it changed @throws {Refusal} `not_found`, `month_closed` or `invalid`, naming the fees */
export const changeFees = (
  db: Database,
  { account: { networkId }, actor }: Caller,
  { fees }: ParsedBody<typeof setFees>,
  now: Date,
): Promise<number> =>
  db.transaction(async (tx) => {
    const firstOpenDay = await lockOpenDays(tx)
    const members = await lockMembers(
      tx,
      isOwnMember(
        networkId,
        fees.map(({ member }) => member),
      ),
    )
    const known = new Set(members.map(({ id }) => id))
    const requests = fees.map(({ member, fee_rate, from }, at) => ({
      at,
      member,
      from,
      permille: toPermille(fee_rate),
    }))
    const fields: Record<string, FieldCode> = {}
    for (const { at, member } of requests)
      if (!known.has(member)) fields[`fees.${at}.member`] = 'member_missing'
    const isMissing = Object.keys(fields).length > 0
    const { changes, problems } = await decideFees(tx, requests, { firstOpenDay, now })
    for (const [{ at }, problem] of problems) fields[`fees.${at}.from`] = problem
    if (isMissing) throw new Refusal('not_found', { fields })
    if (problems.size > 0)
      throw new Refusal([...problems.values()].includes('day_closed') ? 'month_closed' : 'invalid', {
        fields,
      })
    await writeFees(tx, changes, { action: 'setFees', getActor: () => actor }, now)
    return changes.length
  })

/** @throws {Refusal} `not_found`; `month_closed` */
export const removeMemberFee = (
  db: Database,
  { account: { networkId }, actor }: Caller,
  { target, from }: ParsedBody<typeof removeFee>,
): Promise<void> =>
  db.transaction(async (tx) => {
    await requireOpenDay(tx, from)
    const [member] = await lockMembers(tx, isOwnMember(networkId, [target]))
    if (!member || !(await removeDatedFee(tx, actor, 'removeFee', target, from)))
      throw new Refusal('not_found')
  })

/** The member must be locked, and the day open. @returns whether there was one */
export async function removeDatedFee(
  tx: Queryable,
  actor: Actor,
  action: string,
  member: number,
  from: string,
): Promise<boolean> {
  const before = await selectPermille(tx, member, from)
  if ((await deleteFee(tx, member, from)) === 0) return false
  await recordAuditEntry(tx, actor, {
    action,
    subject: { kind: 'account', id: member },
    context: { from },
    before: { fee_rate: before / 10 },
    after: { fee_rate: (await selectPermille(tx, member, from)) / 10 },
  })
  return true
}

/** For members to come. @returns whether it was another one */
export async function changeDefaultFee(
  tx: Queryable,
  { actor, networkId }: { actor: Actor; networkId: number },
  permille: number | null,
  action = 'setDefaultFee',
): Promise<boolean> {
  const { network } = await selectDefaultFees(tx, networkId)
  if (network === permille) return false
  await tx.execute(sql`update accounts set default_fee_permille = ${permille} where id = ${networkId}`)
  const describe = (tenths: number | null) => ({ default_fee: tenths === null ? null : tenths / 10 })
  await recordAuditEntry(tx, actor, {
    action,
    subject: { kind: 'account', id: networkId },
    before: describe(network),
    after: describe(permille),
  })
  return true
}

export const setNetworkDefault = (
  db: Database,
  { account, actor }: Caller,
  percent: number | null,
): Promise<void> =>
  db.transaction(async (tx) => {
    await requireCurrentRole(tx, account, 'update')
    const { networkId } = account
    await changeDefaultFee(tx, { actor, networkId }, percent === null ? null : toPermille(percent))
  })
