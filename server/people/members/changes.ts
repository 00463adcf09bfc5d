import type { MemberUpdate } from '#contract/people/member-management.ts'
import type { DeletionMoney } from '#server/people/account/withdrawal.ts'
import { anonymizeAccount } from '#server/people/credentials/accounts.ts'
import { replacePassword } from '#server/people/credentials/password-change.ts'
import { checkNewPassword, hashPassword } from '#server/people/credentials/password-hash.ts'
import { requirePassword } from '#server/people/credentials/reauthentication.ts'
import { decideFees, toPermille } from '#server/people/fees/changes.ts'
import { upsertFees } from '#server/people/fees/queries.ts'
import { type Caller, hidden, recordAuditEntry } from '#server/platform/auth/audit.ts'
import { enforceRateLimit } from '#server/platform/auth/rate-limits.ts'
import { requireCurrentRole } from '#server/platform/auth/roles.ts'
import type { CallOrigin } from '#server/platform/auth/security-events.ts'
import type { Site } from '#server/platform/auth/sites.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { precedenceOfPerson } from '#server/platform/http/admission/precedence.ts'
import type { Services } from '#server/platform/http/request/services.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { lockOpenDays } from '#server/reports/figures/open-days.ts'
import { findMemberName, isFactorResetRecent, lockMember } from './queries.ts'

type Dependencies = Pick<Services, 'db' | 'passwords' | 'now'>

/**
 * A new password requires the manager's own, ends the member's sessions and is reported to the member; a new fee rate applies
 * from a day on, today by default.
 * @throws {Refusal} `month_closed`; `forbidden` for the password of somebody who also runs the network; `invalid` for that of somebody
 * whose second factors were reset lately
 */
export async function changeMember(
  services: Dependencies,
  caller: Caller & CallOrigin & { site: Site },
  { target, password, own_password, fee_rate, from }: MemberUpdate,
): Promise<void> {
  const { db, passwords, now } = services
  const { account, actor, site } = caller
  if (password === undefined && fee_rate === undefined) throw new Refusal('invalid')
  const member = await findMemberName(db, account.networkId, target)
  if (!member) throw new Refusal('not_found')
  if (password !== undefined) {
    requireOrdinaryMember(member)
    await requireSettledFactors(db, target, now())
  }
  let checked: Awaited<ReturnType<typeof checkNewPassword>> | null = null
  if (password !== undefined) {
    checked = await checkNewPassword(site, { ...member, password, hasRole: false, field: 'password' })
    if (own_password === undefined)
      throw new Refusal('invalid', { fields: { own_password: 'password_required' } })
    await enforceRateLimit(db, 'hashing', String(account.id), now())
    await requirePassword(services, caller, own_password, 'own_password')
  }
  const passwordHash = checked && (await hashPassword(passwords.for(precedenceOfPerson(account)), checked))
  await db.transaction(async (tx) => {
    const firstOpenDay = fee_rate === undefined ? null : await lockOpenDays(tx)
    await requireCurrentRole(tx, account, 'share')
    if (!(await lockMember(tx, account.networkId, target))) throw new Refusal('not_found')
    const context: Record<string, string> = {}
    const before: Record<string, string | number> = {}
    const after: Record<string, string | number> = {}
    if (passwordHash !== null) {
      const locked = await findMemberName(tx, account.networkId, target)
      if (locked) requireOrdinaryMember(locked)
      await requireSettledFactors(tx, target, now())
      const change = { accountId: target, passwordHash, kind: 'password-changed' } as const
      await replacePassword(tx, caller, change, now())
      before.password = after.password = hidden
    }
    if (fee_rate !== undefined) {
      const request = { member: target, permille: toPermille(fee_rate), from }
      const { changes, problems } = await decideFees(tx, [request], { firstOpenDay, now: now() })
      if (problems.size > 0) throw new Refusal('month_closed', { fields: { from: 'day_closed' } })
      await upsertFees(tx, changes, now())
      for (const change of changes) {
        context.from = change.fromDay
        before.fee_rate = change.before / 10
        after.fee_rate = change.permille / 10
      }
    }
    if (Object.keys(after).length === 0) return
    await recordAuditEntry(tx, actor, {
      action: 'updateMember',
      subject: { kind: 'account', id: target },
      context,
      before,
      after,
    })
  })
}

/** Who looks after members must not become somebody with other rights. @throws {Refusal} `forbidden` */
function requireOrdinaryMember({ runsNetwork }: { runsNetwork: boolean }): void {
  if (runsNetwork) throw new Refusal('forbidden')
}

/** A manager who resets factors and sets a password would become the person. @throws {Refusal} `invalid` */
async function requireSettledFactors(
  db: Pick<Queryable, 'execute'>,
  target: number,
  now: Date,
): Promise<void> {
  if (await isFactorResetRecent(db, target, now))
    throw new Refusal('invalid', { fields: { password: 'password_after_reset' } })
}

/** Channels and figures stay with the network. @throws {Refusal} `forbidden` for somebody who also runs it */
export async function removeMember(
  services: Dependencies,
  caller: Caller & CallOrigin,
  { target, password }: { target: number; password: string },
  money: DeletionMoney,
): Promise<void> {
  const { db, now } = services
  const { account, actor } = caller
  const member = await findMemberName(db, account.networkId, target)
  if (!member) throw new Refusal('not_found')
  requireOrdinaryMember(member)
  await requirePassword(services, caller, password)
  await db.transaction(async (tx) => {
    await money.lock(tx)
    await requireCurrentRole(tx, account, 'share')
    if (!(await lockMember(tx, account.networkId, target))) throw new Refusal('not_found')
    const locked = await findMemberName(tx, account.networkId, target)
    if (locked) requireOrdinaryMember(locked)
    await money.end(tx, target, now())
    const registrations = await anonymizeAccount(tx, target, now())
    await recordAuditEntry(tx, actor, {
      action: 'deleteMember',
      subject: { kind: 'account', id: target },
      before: { network: account.networkId, registrations },
      after: null,
    })
  })
}
