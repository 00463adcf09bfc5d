import type { MemberChange } from '#contract/member-changes.ts'
import { emptyAccount } from '#server/accounts.ts'
import { type Caller, recordChange } from '#server/audit.ts'
import { Refusal, type Services } from '#server/http.ts'
import { requirePassword } from '#server/own-password.ts'
import { hashPassword } from '#server/passwords.ts'
import { endSessions } from '#server/session.ts'
import { reportToday } from '#server/today.ts'
import { isMember, lockMember, updatePassword, upsertFee } from './queries.ts'

type Surroundings = Pick<Services, 'db' | 'now'>

/** Another password, which ends the member's sessions, another fee rate from today on, or both. */
export async function changeMember(
  { db, now }: Surroundings,
  { account, by }: Caller,
  { target, password, fee_rate }: MemberChange,
): Promise<void> {
  if (password === undefined && fee_rate === undefined) throw new Refusal('invalid')
  const passwordHash = password === undefined ? null : await hashPassword(password)
  await db.transaction(async (tx) => {
    if (!(await lockMember(tx, account.networkId, target))) throw new Refusal('not_found')
    const detail: { password?: true; fee_rate?: number } = {}
    if (passwordHash !== null) {
      await updatePassword(tx, target, passwordHash)
      await endSessions(tx, target)
      detail.password = true
    }
    if (fee_rate !== undefined) {
      const permille = Math.round(fee_rate * 10)
      if (await upsertFee(tx, target, { permille, day: reportToday(now()), now: now() }))
        detail.fee_rate = permille / 10
    }
    if (Object.keys(detail).length === 0) return
    await recordChange(tx, by, { action: 'changeMember', subject: { kind: 'account', id: target }, detail })
  })
}

/** Removes a member, with the manager's own password. Channels and figures stay with the network. */
export async function removeMember(
  { db, now }: Surroundings,
  { account, by }: Caller,
  { target, password }: { target: number; password: string },
): Promise<void> {
  if (!(await isMember(db, account.networkId, target))) throw new Refusal('not_found')
  await requirePassword(db, account, password, now())
  await db.transaction(async (tx) => {
    if (!(await lockMember(tx, account.networkId, target))) throw new Refusal('not_found')
    await emptyAccount(tx, target, now())
    await recordChange(tx, by, { action: 'removeMember', subject: { kind: 'account', id: target } })
  })
}
