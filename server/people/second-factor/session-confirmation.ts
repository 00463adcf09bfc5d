import type { confirmSession } from '#contract/people/second-factor.ts'
import type { ParsedBody } from '#contract/platform/endpoint.ts'
import { hasProvedFactor } from '#server/people/credentials/reauthentication.ts'
import { hasFactor } from '#server/people/credentials/second-factors.ts'
import { recordAuditEntry } from '#server/platform/auth/audit.ts'
import { enforceRateLimit, resetRateLimit } from '#server/platform/auth/rate-limits.ts'
import { recordSecurityEvent } from '#server/platform/auth/security-events.ts'
import { renewProvedSession } from '#server/platform/auth/sessions.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import type { Services } from '#server/platform/http/request/services.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { type FactorCaller, runConfirmed } from './changes.ts'
import { reportFactorChange } from './report-change.ts'
import { isWrongCode, type UsedFactor, verifyCode } from './verification.ts'

type ConfirmationServices = Pick<Services, 'db' | 'encryption' | 'log' | 'now' | 'passwords'>

/** @returns the new token of the session @throws {Refusal} */
export async function confirmPerson(
  services: ConfirmationServices,
  caller: FactorCaller,
  { code, ...confirmation }: ParsedBody<typeof confirmSession>,
): Promise<string> {
  const { db, now } = services
  const { id } = caller.account
  const confirm = () =>
    runConfirmed(services, caller, confirmation, async (tx, method) => {
      const factor = method === 'passkey' ? method : await proveFactor(tx, services, caller, code)
      return renewConfirmedSession(tx, caller, factor, now())
    })
  if (code === undefined) return confirm()
  await enforceRateLimit(db, 'second-factor', `${id} session`, now())
  const token = await confirm().catch(async (error: unknown) => {
    const failure = { kind: 'second-factor', isFailure: true, accountId: id } as const
    if (isWrongCode(error)) await recordSecurityEvent(db, caller, failure, now())
    throw error
  })
  await resetRateLimit(db, 'second-factor', `${id} session`)
  return token
}

/** @returns null when there is no factor to prove @throws {Refusal} with the field `code` */
async function proveFactor(
  tx: Queryable,
  services: ConfirmationServices,
  caller: FactorCaller,
  code: string | undefined,
): Promise<UsedFactor | null> {
  const { id } = caller.account
  if (!(await hasFactor(tx, id)) || (await hasProvedFactor(tx, caller, services.now()))) return null
  if (code === undefined) throw new Refusal('invalid', { fields: { code: 'code_required' } })
  return verifyCode(tx, services, id, code)
}

async function renewConfirmedSession(
  tx: Queryable,
  caller: FactorCaller,
  factor: UsedFactor | null,
  now: Date,
): Promise<string> {
  const { account, actor, token } = caller
  const proof = { provesFactor: factor !== null, confirmsPerson: true }
  const newToken = await renewProvedSession(tx, account.id, token, proof, now)
  if (newToken === null) throw new Refusal('unauthenticated')
  if (factor === 'recovery-code') await reportFactorChange(tx, caller, account.id, 'code-used', now)
  await recordAuditEntry(tx, actor, {
    action: 'confirmSession',
    subject: { kind: 'account', id: account.id },
    before: null,
    after: { factor },
  })
  return newToken
}
