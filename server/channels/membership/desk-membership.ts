import * as z from 'zod/mini'
import type { endPersonMembership, movePerson } from '#contract/people/membership/person-network.ts'
import type { ParsedBody } from '#contract/platform/endpoint.ts'
import { type DeskPerson, requireDeskPerson } from '#server/people/desk-people.ts'
import { type Caller, recordAuditEntry } from '#server/platform/auth/audit.ts'
import { getScope } from '#server/platform/auth/installation.ts'
import { createOperatorOrigin, recordSecurityEvent } from '#server/platform/auth/security-events.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { Id } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import type { Services } from '#server/platform/http/request/services.ts'
import { getPacificDay } from '#server/platform/pacific-day.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { lockOpenDays } from '#server/reports/figures/open-days.ts'
import { endMember, lockAssigned } from './ending.ts'
import { hasOpenDays, moveMember } from './moving.ts'

type DeskServices = Pick<Services, 'db' | 'now'>

interface Change {
  person: DeskPerson
  registrations: number[]
  firstOpenDay: string | null
}

/** Locks in the order of the commands. @throws {Refusal} `not_found`; `forbidden`: runs a network, or the installation */
async function lockMovable(tx: Queryable, { account }: Caller, target: number): Promise<Change> {
  const scope = getScope(account, 'people.move')
  const { siteId } = await requireDeskPerson(tx, scope, target)
  const firstOpenDay = await lockOpenDays(tx)
  await tx.execute(sql`select from sites where id = ${siteId} for no key update`)
  const registrations = await lockAssigned(tx, target)
  const person = await requireDeskPerson(tx, scope, target, 'lock')
  if (person.isIndependent) throw new Refusal('not_found')
  if (person.runsNetwork || person.hasInstallationRole) throw new Refusal('forbidden')
  return { person, registrations, firstOpenDay }
}

const NetworkRow = z.object({ id: Id })

/** @throws {Refusal} see `movePerson` of the contract */
export const movePersonTo = (
  { db, now }: DeskServices,
  caller: Caller,
  { target, network, from: day }: ParsedBody<typeof movePerson>,
): Promise<void> =>
  db.transaction(async (tx) => {
    const { person, registrations, firstOpenDay } = await lockMovable(tx, caller, target)
    const { networkId, siteId } = person
    const [to] = await tx.query(
      NetworkRow,
      sql`select id
      from accounts
      where id = ${network}::bigint
        and site_id = ${siteId}
        and kind = 'network'
        and removed_at is null`,
    )
    if (!to || to.id === networkId) throw new Refusal('not_found')
    const isOpen = await hasOpenDays(tx, target, { day, firstOpenDay })
    const { hasBalance } = await import('#server/people/lookups.ts')
    if (isOpen || (await hasBalance(tx, target))) throw new Refusal('outdated')
    const action = 'movePerson'
    const actor = { ...caller.actor, networkId }
    const moving = { id: target, from: networkId, to: to.id, day, action, actor, firstOpenDay, now: now() }
    const { feeRate } = await moveMember(tx, registrations, moving).catch(renameDay)
    await recordRoles(tx, siteId, target, 'member', now())
    await recordAuditEntry(
      tx,
      { ...caller.actor, networkId: to.id },
      {
        action,
        subject: { kind: 'account', id: target },
        context: { from: day },
        before: { network: networkId, fee_rate: feeRate, registrations },
        after: { network: to.id, registrations: [] },
      },
    )
  })

/** A move names its day `from`. */
function renameDay(error: unknown): never {
  if (!(error instanceof Refusal) || error.fields?.until === undefined) throw error
  throw new Refusal(error.code, { fields: { from: error.fields.until } })
}

const recordRoles = (tx: Queryable, siteId: number, accountId: number, roles: string, now: Date) =>
  recordSecurityEvent(
    tx,
    createOperatorOrigin({ id: siteId }),
    { kind: 'role-changed', accountId, detail: { roles } },
    now,
  )

/** @throws {Refusal} see `endPersonMembership` of the contract */
export const endMembershipAtDesk = (
  { db, now }: DeskServices,
  caller: Caller,
  { target, until }: ParsedBody<typeof endPersonMembership>,
): Promise<void> =>
  db.transaction(async (tx) => {
    const { person, registrations, firstOpenDay } = await lockMovable(tx, caller, target)
    const { networkId, siteId } = person
    const day = until ?? getPacificDay(now())
    const action = 'endPersonMembership'
    const actor = { ...caller.actor, networkId }
    const ending = { id: target, networkId, day, action, actor, firstOpenDay, now: now() }
    const { roles, feeRate } = await endMember(tx, registrations, ending)
    await recordRoles(tx, siteId, target, '', now())
    await recordAuditEntry(tx, actor, {
      action,
      subject: { kind: 'account', id: target },
      context: { until: day },
      before: { network: networkId, roles, fee_rate: feeRate, registrations },
      after: { network: target, roles: [], fee_rate: 0, registrations: [] },
    })
  })
