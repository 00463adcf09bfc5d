import type { PasskeyAssertion } from '#contract/people/second-factor.ts'
import type { Site } from '#server/platform/auth/sites.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import type { Services } from '#server/platform/http/request/services.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { verifyAssertion } from './passkeys.ts'
import { consumeTotpStep, findPasskey, selectTotpSecret, updatePasskeyUse } from './queries.ts'
import { consumeRecoveryCode } from './recovery-codes.ts'
import { findTotpStep, getTotpContext } from './totp.ts'

export type UsedFactor = 'totp' | 'passkey' | 'recovery-code'

export const createCodeRefusal = () => new Refusal('invalid', { fields: { code: 'code_wrong' } })

const normalizeCode = (text: string) => text.replace(/[\s-]/g, '')

/** Six digits can be guessed, unlike the codes of recovery. */
export const isTotpCode = (text: string): boolean => /^\d{6}$/.test(normalizeCode(text))

export const isWrongCode = (error: unknown): boolean =>
  error instanceof Refusal && error.fields?.code === 'code_wrong'

/** The account must be locked. @throws {Refusal} with the field `code` */
export async function verifyCode(
  tx: Queryable,
  { encryption, log, now }: Pick<Services, 'encryption' | 'log' | 'now'>,
  accountId: number,
  text: string,
): Promise<UsedFactor> {
  const code = normalizeCode(text)
  if (!isTotpCode(code)) {
    if (await consumeRecoveryCode(tx, accountId, code)) return 'recovery-code'
    throw createCodeRefusal()
  }
  const stored = await selectTotpSecret(tx, accountId)
  if (!stored) throw createCodeRefusal()
  const secret = await encryption.decrypt(stored.secret, getTotpContext(stored.credentialId))
  if (!secret) {
    log.error({ accountId }, 'authenticator app unusable: its secret was encrypted with another SECRET_KEY')
    throw new Refusal('invalid', { fields: { code: 'totp_unavailable' } })
  }
  const step = findTotpStep(secret, code, now())
  if (step === null || !(await consumeTotpStep(tx, accountId, step))) throw createCodeRefusal()
  return 'totp'
}

interface PasskeyContext {
  site: Pick<Site, 'id' | 'domain'>
  token: string
  /** A passkey that stands for the password must recognize the person. */
  requireUserVerification: boolean
}

/** The account must be locked. @throws {Refusal} `passkey_rejected` */
export async function verifyPasskey(
  tx: Queryable,
  { site, token, requireUserVerification }: PasskeyContext,
  accountId: number,
  assertion: PasskeyAssertion,
  now: Date,
): Promise<UsedFactor> {
  const passkey = await findPasskey(tx, site.id, assertion.id)
  const counter =
    passkey?.accountId === accountId
      ? await verifyAssertion({ site, token, requireUserVerification }, passkey, assertion)
      : null
  if (!passkey || counter === null) throw new Refusal('passkey_rejected')
  await updatePasskeyUse(tx, passkey.id, counter, now)
  return 'passkey'
}
