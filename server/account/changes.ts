import type { AccountChange } from '#contract/account.ts'
import { lockStanding } from '#server/accounts.ts'
import { type Caller, recordChange } from '#server/audit.ts'
import { Refusal, type Services } from '#server/http.ts'
import { lockWithPassword, requirePassword } from '#server/own-password.ts'
import { hashPassword } from '#server/passwords.ts'
import { type Account, endSessions } from '#server/session.ts'
import { updateNickname, updatePassword } from './queries.ts'

/** Changes nickname, password or both; a new password ends all sessions but the caller's. */
export async function changeAccount(
  { db, now }: Pick<Services, 'db' | 'now'>,
  { account, by, token }: Caller & { token: string },
  { nickname, password, new_password }: AccountChange,
): Promise<Account> {
  if (nickname === undefined && new_password === undefined) throw new Refusal('invalid')
  const wanted = new_password === undefined ? null : { current: password ?? '', next: new_password }
  if (wanted?.current === '') throw new Refusal('invalid', { fields: { password: 'password_required' } })
  const seenHash = wanted && (await requirePassword(db, account, wanted.current, now()))
  const newHash = wanted && (await hashPassword(wanted.next))
  await db.transaction(async (tx) => {
    if (wanted && seenHash !== null && newHash !== null) {
      await lockWithPassword(tx, account, wanted.current, seenHash)
      await updatePassword(tx, account.id, newHash)
      await endSessions(tx, account.id, token)
    } else await lockStanding(tx, account)
    if (nickname !== undefined) await updateNickname(tx, account.id, nickname)
    await recordChange(tx, by, {
      action: 'changeAccount',
      subject: { kind: 'account', id: account.id },
      detail: { ...(nickname !== undefined && { nickname: true }), ...(wanted && { password: true }) },
    })
  })
  return nickname === undefined ? account : { ...account, nickname }
}
