import {
  type inviteStaff as inviteEndpoint,
  sortRoles,
  type updateNetwork as updateEndpoint,
} from '#contract/people/membership/staff.ts'
import type { ParsedBody } from '#contract/platform/endpoint.ts'
import type { Locale } from '#contract/platform/locale.ts'
import { isStaff, type NetworkRole, networkRoles, type StaffRole } from '#contract/platform/roles.ts'
import { lockSite } from '#server/people/account/queries.ts'
import { anonymizeAccount, insertAccount } from '#server/people/credentials/accounts.ts'
import { revokeCredentials } from '#server/people/credentials/confirmation.ts'
import { mailInvitation } from '#server/people/credentials/email-links.ts'
import { deletePassword } from '#server/people/credentials/password-hash.ts'
import { requireOrdinaryNetworkName, requireOrdinaryNickname } from '#server/people/nicknames.ts'
import {
  type AuditValues,
  type Caller,
  diffValues,
  hidden,
  recordAuditEntry,
} from '#server/platform/auth/audit.ts'
import { enforceRateLimit } from '#server/platform/auth/rate-limits.ts'
import { type Account, requireCurrentRole } from '#server/platform/auth/roles.ts'
import { type CallOrigin, recordSecurityEvent } from '#server/platform/auth/security-events.ts'
import { deleteSessions } from '#server/platform/auth/sessions.ts'
import type { Site } from '#server/platform/auth/sites.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import type { Services } from '#server/platform/http/request/services.ts'
import { queueMail } from '#server/platform/mail/outbox.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { changeRoles, leaveNetwork } from './changes.ts'
import { type LockedPerson, lockPerson, lockStaff, selectNetwork, selectStaff } from './queries.ts'

type Dependencies = Pick<Services, 'db' | 'now'>

interface StaffCaller extends Caller, CallOrigin {
  site: Site
  locale: Locale
}

/** Lock order: the site first, as for everything that changes who runs a network. */
async function decide<Result>(
  { db }: Dependencies,
  { account, site }: StaffCaller,
  work: (tx: Queryable) => Promise<Result>,
): Promise<Result> {
  return db.transaction(async (tx) => {
    await lockSite(tx, site.id)
    await requireCurrentRole(tx, account, 'share')
    return work(tx)
  })
}

/** Protects who gets them, also from an account that is removed and invited again. @throws {Refusal} `too_many` */
async function limitInvitations(
  { db, now }: Dependencies,
  { siteId, email }: Pick<LockedPerson, 'siteId' | 'email'>,
): Promise<void> {
  for (const limit of ['mail', 'mail-day'] as const)
    await enforceRateLimit(db, limit, `invite ${siteId} ${email}`, now())
}

const createEmailTakenRefusal = () => new Refusal('taken', { fields: { email: 'email_taken' } })

/**
 * A new person is invited. A member of the network has the roles at once, and sets another password by the invitation: a manager
 * may know the earlier one.
 * @returns the id of the person @throws {Refusal} `taken`: by somebody else, or by somebody who runs the network already
 */
export async function inviteStaff(
  services: Dependencies,
  caller: StaffCaller,
  { email, nickname, roles: given }: ParsedBody<typeof inviteEndpoint>,
): Promise<number> {
  const { now } = services
  const { account, actor, site, locale } = caller
  const roles = sortRoles(given)
  requireOrdinaryNickname(site, nickname)
  await limitInvitations(services, { siteId: site.id, email })
  return decide(services, caller, async (tx) => {
    const { networkId } = account
    const known = await lockPerson(tx, site.id, email)
    if (known) {
      const isPlainMember = known.networkId === networkId && known.roles.includes('member') && !isStaff(known)
      if (!isPlainMember || known.hasInstallationRole) throw createEmailTakenRefusal()
      await tx.execute(sql`update accounts set awaits_approval = false where id = ${known.id}`)
      await changeRoles(tx, known, withMembership(known, roles))
      await endCredentials(tx, known)
      await mailInvitation(tx, known.id, now())
      await recordRoleEvent(tx, caller, known.id, roles, now())
      await recordRoleChange(tx, caller, 'inviteStaff', known, roles)
      return known.id
    }
    const form = { email, nickname, passwordHash: null, networkId, roles, locale }
    const id = await insertAccount(tx, site, form)
    if (id === null) throw createEmailTakenRefusal()
    await mailInvitation(tx, id, now())
    await recordRoleEvent(tx, caller, id, roles, now())
    await recordAuditEntry(tx, actor, {
      action: 'inviteStaff',
      subject: { kind: 'account', id },
      before: null,
      after: { network: networkId, roles, link: hidden },
    })
    return id
  })
}

/** @throws {Refusal} `outdated`: the person has accepted the invitation */
export async function resendStaffInvitation(
  services: Dependencies,
  caller: StaffCaller,
  target: number,
): Promise<void> {
  const { db, now } = services
  const { account, actor } = caller
  const [listed] = await selectStaff(db, account.networkId, target)
  if (!listed) throw new Refusal('not_found')
  if (listed.state !== 'invited') throw new Refusal('outdated')
  await limitInvitations(services, { siteId: account.siteId, email: listed.email })
  await decide(services, caller, async (tx) => {
    const person = await requireStaff(tx, account, target)
    if (!person.isInvited) throw new Refusal('outdated')
    await mailInvitation(tx, target, now())
    await recordAuditEntry(tx, actor, {
      action: 'resendStaffInvitation',
      subject: { kind: 'account', id: target },
      before: null,
      after: { link: hidden },
    })
  })
}

/** Their membership stays. @throws {Refusal} `not_found` or `last_owner` */
export const changeStaffRoles = (
  services: Dependencies,
  caller: StaffCaller,
  { target, roles: given }: { target: number; roles: readonly StaffRole[] },
): Promise<void> =>
  decide(services, caller, async (tx) => {
    const person = await requireStaff(tx, caller.account, target)
    const roles = sortRoles(given)
    if (roles.join() === sortRoles(person.roles).join()) return
    await replaceStaffRoles(tx, caller, person, roles, services.now())
    await recordRoleChange(tx, caller, 'changeStaffRoles', person, roles)
  })

/** An account that nobody has ever signed in to goes with its invitation. @throws {Refusal} `not_found` or `last_owner` */
export const removeStaff = (services: Dependencies, caller: StaffCaller, target: number): Promise<void> =>
  decide(services, caller, async (tx) => {
    const person = await requireStaff(tx, caller.account, target)
    if (person.isInvited && !person.roles.includes('member') && !person.hasInstallationRole)
      await anonymizeAccount(tx, target, services.now())
    else await replaceStaffRoles(tx, caller, person, [], services.now())
    await recordRoleChange(tx, caller, 'removeStaff', person, [])
  })

/** @throws {Refusal} `not_found`; `outdated`: nobody has proved to own the successor’s address */
export const handOverNetwork = (
  services: Dependencies,
  caller: StaffCaller,
  { target, keep }: { target: number; keep: readonly StaffRole[] },
): Promise<void> =>
  decide(services, caller, async (tx) => {
    const { account } = caller
    if (target === account.id) throw new Refusal('not_found')
    const successor = await requireStaff(tx, account, target)
    if (!successor.isProved) throw new Refusal('outdated')
    const own = await requireStaff(tx, account, account.id)
    const roles = sortRoles([...successor.roles, 'owner'])
    const kept = sortRoles(keep)
    await replaceStaffRoles(tx, caller, successor, roles, services.now())
    await replaceStaffRoles(tx, caller, own, kept, services.now())
    await recordRoleChange(tx, caller, 'handOverNetwork', successor, roles, { kept })
  })

export async function updateNetwork(
  services: Dependencies,
  caller: StaffCaller,
  { name, contact }: ParsedBody<typeof updateEndpoint>,
): Promise<void> {
  const { account, actor } = caller
  await decide(services, caller, async (tx) => {
    const network = await selectNetwork(tx, account.networkId)
    if (name === network.name && contact === network.contact) return
    if (name !== network.name) requireOrdinaryNetworkName(name)
    await tx.execute(
      sql`update accounts set nickname = ${name}, email = ${contact} where id = ${account.networkId}`,
    )
    const values = {
      ...(name !== network.name && { nickname: hidden }),
      ...(contact !== network.contact && { email: hidden }),
    }
    await recordAuditEntry(tx, actor, {
      action: 'updateNetwork',
      subject: { kind: 'account', id: account.networkId },
      before: values,
      after: values,
    })
  })
}

async function requireStaff(tx: Queryable, { networkId }: Account, target: number): Promise<LockedPerson> {
  const person = await lockStaff(tx, networkId, target)
  if (!person) throw new Refusal('not_found')
  return person
}

/** What a manager may have set or seen. Of an address that nobody has proved to own, everything that signs in. */
async function endCredentials(tx: Queryable, { id, isProved }: LockedPerson): Promise<void> {
  if (!isProved) return revokeCredentials(tx, id)
  await deletePassword(tx, id)
  await deleteSessions(tx, id)
}

/** Without roles, a member stays one, and anybody else has no network. The person learns of it. */
async function replaceStaffRoles(
  tx: Queryable,
  caller: StaffCaller,
  person: LockedPerson,
  staff: readonly StaffRole[],
  now: Date,
): Promise<void> {
  const roles = withMembership(person, staff)
  if (roles.length === 0) await leaveNetwork(tx, person)
  else await changeRoles(tx, person, roles)
  await recordRoleEvent(tx, caller, person.id, roles, now)
  if (person.isInvited || person.id === caller.account.id) return
  const { name: network } = await selectNetwork(tx, person.networkId)
  const { id: accountId, siteId, email: recipient, locale } = person
  const eventKey = `roles-changed ${person.id} ${now.getTime()}`
  const data = { network, roles: [...staff] }
  await queueMail(tx, { kind: 'roles-changed', eventKey, accountId, siteId, recipient, locale, data }, now)
}

const recordRoleEvent = (
  tx: Queryable,
  caller: CallOrigin,
  accountId: number,
  roles: readonly NetworkRole[],
  now: Date,
): Promise<number> =>
  recordSecurityEvent(
    tx,
    caller,
    { kind: 'role-changed', accountId, detail: { roles: roles.join(' ') } },
    now,
  )

/** In the order of the role table. */
const withMembership = ({ roles }: LockedPerson, staff: readonly StaffRole[]): NetworkRole[] =>
  networkRoles.filter(
    (role) => staff.some((one) => one === role) || (role === 'member' && roles.includes(role)),
  )

const recordRoleChange = (
  tx: Queryable,
  { actor }: StaffCaller,
  action: string,
  person: LockedPerson,
  staff: readonly StaffRole[],
  context: AuditValues = {},
): Promise<void> =>
  recordAuditEntry(tx, actor, {
    action,
    subject: { kind: 'account', id: person.id },
    context,
    ...diffValues({ roles: person.roles }, { roles: withMembership(person, staff) }),
  })
