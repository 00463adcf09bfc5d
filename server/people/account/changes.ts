import type { AccountUpdate } from '#contract/people/account.ts'
import { isStaff } from '#contract/platform/roles.ts'
import { replacePassword } from '#server/people/credentials/password-change.ts'
import { checkNewPassword, hashPassword } from '#server/people/credentials/password-hash.ts'
import {
  lockAccountWithPassword,
  requirePassword,
  requireProvedFactor,
} from '#server/people/credentials/reauthentication.ts'
import { requireOrdinaryNickname } from '#server/people/nicknames.ts'
import { type Caller, hidden, recordAuditEntry } from '#server/platform/auth/audit.ts'
import { enforceRateLimit } from '#server/platform/auth/rate-limits.ts'
import type { Account } from '#server/platform/auth/roles.ts'
import { requireCurrentRole } from '#server/platform/auth/roles.ts'
import type { CallOrigin } from '#server/platform/auth/security-events.ts'
import type { Site } from '#server/platform/auth/sites.ts'
import { precedenceOfPerson } from '#server/platform/http/admission/precedence.ts'
import type { Services } from '#server/platform/http/request/services.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { updateNickname } from './queries.ts'

export async function changeAccount(
  services: Pick<Services, 'db' | 'passwords' | 'now'>,
  caller: Caller & CallOrigin & { token: string; site: Site },
  { nickname, password, new_password }: AccountUpdate,
): Promise<Account> {
  const { db, passwords, now } = services
  const { account, actor, token, site } = caller
  if (nickname === undefined && new_password === undefined) throw new Refusal('invalid')
  if (nickname !== undefined && nickname !== account.nickname) requireOrdinaryNickname(site, nickname)
  const passwordChange = new_password === undefined ? null : { current: password ?? '', next: new_password }
  if (passwordChange?.current === '')
    throw new Refusal('invalid', { fields: { password: 'password_required' } })
  let checked: Awaited<ReturnType<typeof checkNewPassword>> | null = null
  if (passwordChange) {
    const hasRole = isStaff(account) || account.grants.length > 0
    const choice = { ...account, hasRole, password: passwordChange.next, field: 'new_password' }
    checked = await checkNewPassword(site, choice)
    await enforceRateLimit(db, 'hashing', String(account.id), now())
  }
  const verifiedHash = passwordChange && (await requirePassword(services, caller, passwordChange.current))
  const newHash = checked && (await hashPassword(passwords.for(precedenceOfPerson(account)), checked))
  await db.transaction(async (tx) => {
    if (passwordChange && verifiedHash !== null && newHash !== null) {
      await lockAccountWithPassword(tx, account, verifiedHash)
      await requireProvedFactor(tx, caller, now())
      const change = {
        accountId: account.id,
        passwordHash: newHash,
        kind: 'password-changed',
        token,
      } as const
      await replacePassword(tx, caller, change, now())
    } else await requireCurrentRole(tx, account, 'update')
    if (nickname !== undefined) await updateNickname(tx, account.id, nickname)
    const values = {
      ...(nickname !== undefined && { nickname: hidden }),
      ...(passwordChange && { password: hidden }),
    }
    await recordAuditEntry(tx, actor, {
      action: 'updateAccount',
      subject: { kind: 'account', id: account.id },
      before: values,
      after: values,
    })
  })
  return nickname === undefined ? account : { ...account, nickname }
}
