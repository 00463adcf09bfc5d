import type {
  addPasskey,
  addTotp,
  FactorConfirmation,
  PasskeyChallenge,
  PasskeyCreation,
  removePasskey,
  renamePasskey,
  SecondFactors,
} from '#contract/people/second-factor.ts'
import type { ParsedBody } from '#contract/platform/endpoint.ts'
import { attemptChallenge, consumeChallenge, createChallenge } from '#server/people/credentials/challenges.ts'
import {
  lockAccountWithPassword,
  requirePassword,
  requireProvedFactor,
} from '#server/people/credentials/reauthentication.ts'
import { countFactors, createPasskeyRequest } from '#server/people/credentials/second-factors.ts'
import { type AuditEntry, type Caller, hidden, recordAuditEntry } from '#server/platform/auth/audit.ts'
import { requireCurrentRole } from '#server/platform/auth/roles.ts'
import type { CallOrigin } from '#server/platform/auth/security-events.ts'
import { deleteOtherConfirmations, renewProvedSession } from '#server/platform/auth/sessions.ts'
import type { Site } from '#server/platform/auth/sites.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import type { Services } from '#server/platform/http/request/services.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { createPasskeyCreation, verifyAttestation } from './passkeys.ts'
import {
  deletePasskey,
  deleteRecoveryCodes,
  deleteTotpSecret,
  insertPasskey,
  loadFactors,
  markSessionsUnverified,
  selectIsFactorRequired,
  selectPasskeys,
  updatePasskeyName,
  upsertTotpSecret,
} from './queries.ts'
import { replaceRecoveryCodes } from './recovery-codes.ts'
import { reportFactorChange } from './report-change.ts'
import { describeTotp, findTotpStep, generateTotpSecret, getTotpContext } from './totp.ts'
import { createCodeRefusal, verifyPasskey } from './verification.ts'

type FactorServices = Pick<Services, 'db' | 'encryption' | 'passwords' | 'now'>

export interface FactorCaller extends Caller, CallOrigin {
  site: Site
  token: string
}

interface AddedFactor {
  /** Replaces the one of the session that added it. */
  token: string
  factors: SecondFactors
  recoveryCodes: string[] | null
}

const wrongPasskey = () => new Refusal('passkey_rejected')

/** Lets accounts without a password confirm with a passkey. @returns null without a passkey */
export async function startConfirmation(
  { db, now }: FactorServices,
  { site, account, token: sessionToken }: FactorCaller,
): Promise<PasskeyChallenge | null> {
  const { passkeys } = await countFactors(db, account.id)
  if (passkeys === 0) return null
  const challenge = { purpose: 'confirm', siteId: site.id, accountId: account.id, sessionToken } as const
  const token = await createChallenge(db, challenge, now())
  const options = { accountId: account.id, userVerification: 'required' } as const
  return { token, passkey: await createPasskeyRequest(db, site, token, options) }
}

type ConfirmationServices = Pick<Services, 'db' | 'passwords' | 'now'>

/**
 * Reauthentication: runs the change in a transaction that holds the account's lock, with the password or a passkey of it.
 * @throws {Refusal} `second_factor_required` when the account has a factor that the session has not proved lately
 */
export const changeWithConfirmation = <T>(
  services: ConfirmationServices,
  caller: FactorCaller,
  confirmation: FactorConfirmation,
  change: (tx: Queryable) => Promise<T>,
): Promise<T> =>
  runConfirmed(services, caller, confirmation, async (tx) => {
    await requireProvedFactor(tx, caller, services.now())
    return change(tx)
  })

/** Leaves second factors to the action. */
export async function runConfirmed<T>(
  services: ConfirmationServices,
  caller: FactorCaller,
  { password, challenge, assertion }: FactorConfirmation,
  action: (tx: Queryable, method: 'password' | 'passkey') => Promise<T>,
): Promise<T> {
  const { db, now } = services
  const { account, site, token } = caller
  if (password !== undefined) {
    const verifiedHash = await requirePassword(services, caller, password)
    return db.transaction(async (tx) => {
      await lockAccountWithPassword(tx, account, verifiedHash)
      return action(tx, 'password')
    })
  }
  if (challenge === undefined || assertion === undefined)
    throw new Refusal('invalid', { fields: { password: 'password_required' } })
  const attempt = { siteId: site.id, purposes: ['confirm'], sessionToken: token } as const
  await attemptChallenge(db, challenge, attempt, now())
  return db.transaction(async (tx) => {
    await requireCurrentRole(tx, account, 'update')
    await consumeChallenge(tx, challenge)
    const context = { site, token: challenge, requireUserVerification: true }
    await verifyPasskey(tx, context, account.id, assertion, now())
    return action(tx, 'passkey')
  })
}

export const startTotp = (
  services: FactorServices,
  caller: FactorCaller,
  confirmation: FactorConfirmation,
): Promise<{ challenge: string; secret: string; uri: string }> =>
  changeWithConfirmation(services, caller, confirmation, async (tx) => {
    const { account, site, token: sessionToken } = caller
    const secret = generateTotpSecret()
    const challenge = await createChallenge(
      tx,
      {
        purpose: 'add-totp',
        siteId: site.id,
        accountId: account.id,
        sessionToken,
        totpSecret: await services.encryption.encrypt(secret, getTotpContext(account.credentialId)),
      },
      services.now(),
    )
    return { challenge, ...describeTotp(secret, site.name, account.email) }
  })

export async function addTotpApp(
  { db, encryption, now }: FactorServices,
  caller: FactorCaller,
  { challenge, code }: ParsedBody<typeof addTotp>,
): Promise<AddedFactor> {
  const { account, site, token } = caller
  const attempt = { siteId: site.id, purposes: ['add-totp'], sessionToken: token } as const
  const { totpSecret } = await attemptChallenge(db, challenge, attempt, now())
  const secret = totpSecret && (await encryption.decrypt(totpSecret, getTotpContext(account.credentialId)))
  if (!totpSecret || !secret) throw new Refusal('challenge_expired')
  const step = findTotpStep(secret, code.replace(/\s/g, ''), now())
  if (step === null) throw createCodeRefusal()
  return db.transaction(async (tx) => {
    await requireCurrentRole(tx, account, 'update')
    await consumeChallenge(tx, challenge)
    await upsertTotpSecret(tx, account.id, { secret: totpSecret, step, now: now() })
    await reportFactorChange(tx, caller, account.id, 'totp-added', now())
    return completeAddition(tx, caller, { action: 'addTotp', before: null, after: { totp: true } }, now())
  })
}

export const startPasskey = (
  services: FactorServices,
  caller: FactorCaller,
  confirmation: FactorConfirmation,
): Promise<{ challenge: string; passkey: PasskeyCreation }> =>
  changeWithConfirmation(services, caller, confirmation, async (tx) => {
    const { account, site, token: sessionToken } = caller
    const purpose = { purpose: 'add-passkey', siteId: site.id, accountId: account.id, sessionToken } as const
    const challenge = await createChallenge(tx, purpose, services.now())
    const owner = { ...account, id: account.credentialId, passkeys: await selectPasskeys(tx, account.id) }
    return { challenge, passkey: await createPasskeyCreation(site, owner, challenge) }
  })

export async function addNewPasskey(
  { db, now }: FactorServices,
  caller: FactorCaller,
  { challenge, name, attestation }: ParsedBody<typeof addPasskey>,
): Promise<AddedFactor> {
  const { account, site, token } = caller
  const attempt = { siteId: site.id, purposes: ['add-passkey'], sessionToken: token } as const
  await attemptChallenge(db, challenge, attempt, now())
  const passkey = await verifyAttestation(site, challenge, attestation)
  if (!passkey) throw wrongPasskey()
  return db.transaction(async (tx) => {
    await requireCurrentRole(tx, account, 'update')
    await consumeChallenge(tx, challenge)
    const id = await insertPasskey(tx, account.id, name, passkey, now())
    if (id === null) throw wrongPasskey()
    await reportFactorChange(tx, caller, account.id, 'passkey-added', now())
    return completeAddition(tx, caller, { action: 'addPasskey', before: null, after: { passkey: id } }, now())
  })
}

/** The person has just proved to have the factor, so the session counts as signed in with it, under a new token. */
async function completeAddition(
  tx: Queryable,
  { account, actor, token: currentToken }: FactorCaller,
  entry: Pick<AuditEntry, 'action' | 'before' | 'after'>,
  now: Date,
): Promise<AddedFactor> {
  const proof = { provesFactor: true, confirmsPerson: false }
  const token = await renewProvedSession(tx, account.id, currentToken, proof, now)
  if (token === null) throw new Refusal('unauthenticated')
  await deleteOtherConfirmations(tx, account.id, token)
  const { recoveryCodes: left } = await countFactors(tx, account.id)
  const recoveryCodes = left === 0 ? await replaceRecoveryCodes(tx, account.id) : null
  await recordAuditEntry(tx, actor, { ...entry, subject: { kind: 'account', id: account.id } })
  return { token, factors: await loadFactors(tx, account, token, now), recoveryCodes }
}

export const removeTotpApp = (
  services: FactorServices,
  caller: FactorCaller,
  confirmation: FactorConfirmation,
): Promise<SecondFactors> =>
  changeWithConfirmation(services, caller, confirmation, async (tx) => {
    const { account } = caller
    if ((await deleteTotpSecret(tx, account.id)) === 0) throw new Refusal('not_found')
    await reportFactorChange(tx, caller, account.id, 'totp-removed', services.now())
    return completeRemoval(
      tx,
      caller,
      { action: 'removeTotp', before: { totp: true }, after: null },
      services.now(),
    )
  })

export const removeOnePasskey = (
  services: FactorServices,
  caller: FactorCaller,
  { id, ...confirmation }: ParsedBody<typeof removePasskey>,
): Promise<SecondFactors> =>
  changeWithConfirmation(services, caller, confirmation, async (tx) => {
    const { account } = caller
    if ((await deletePasskey(tx, account.id, id)) === 0) throw new Refusal('not_found')
    await reportFactorChange(tx, caller, account.id, 'passkey-removed', services.now())
    return completeRemoval(
      tx,
      caller,
      { action: 'removePasskey', before: { passkey: id }, after: null },
      services.now(),
    )
  })

/** Recovery codes only stand in for other factors: they go with the last one. */
async function completeRemoval(
  tx: Queryable,
  { account, actor, token }: FactorCaller,
  entry: Pick<AuditEntry, 'action' | 'before' | 'after'>,
  now: Date,
): Promise<SecondFactors> {
  const { hasTotp, passkeys } = await countFactors(tx, account.id)
  if (!hasTotp && passkeys === 0) {
    if (await selectIsFactorRequired(tx, account.id)) throw new Refusal('second_factor_last')
    await deleteRecoveryCodes(tx, account.id)
    await markSessionsUnverified(tx, account.id)
  }
  await recordAuditEntry(tx, actor, { ...entry, subject: { kind: 'account', id: account.id } })
  return loadFactors(tx, account, token, now)
}

export const renameOnePasskey = (
  { db, now }: FactorServices,
  { account, actor, token }: FactorCaller,
  { id, name }: ParsedBody<typeof renamePasskey>,
): Promise<SecondFactors> =>
  db.transaction(async (tx) => {
    await requireCurrentRole(tx, account, 'update')
    await requireProvedFactor(tx, { account, token }, now())
    if ((await updatePasskeyName(tx, account.id, id, name)) === 0) throw new Refusal('not_found')
    await recordAuditEntry(tx, actor, {
      action: 'renamePasskey',
      subject: { kind: 'account', id: account.id },
      context: { passkey: id },
      before: { name: hidden },
      after: { name: hidden },
    })
    return loadFactors(tx, account, token, now())
  })

/** @throws {Refusal} `not_found` when there is no factor that they could stand in for */
export const renewCodes = (
  services: FactorServices,
  caller: FactorCaller,
  confirmation: FactorConfirmation,
): Promise<{ factors: SecondFactors; recoveryCodes: string[] }> =>
  changeWithConfirmation(services, caller, confirmation, async (tx) => {
    const { account, actor, token } = caller
    const { hasTotp, passkeys, recoveryCodes: left } = await countFactors(tx, account.id)
    if (!hasTotp && passkeys === 0) throw new Refusal('not_found')
    const recoveryCodes = await replaceRecoveryCodes(tx, account.id)
    await reportFactorChange(tx, caller, account.id, 'codes-renewed', services.now())
    await recordAuditEntry(tx, actor, {
      action: 'renewRecoveryCodes',
      subject: { kind: 'account', id: account.id },
      before: { recoveryCodes: left },
      after: { recoveryCodes: recoveryCodes.length },
    })
    return { factors: await loadFactors(tx, account, token, services.now()), recoveryCodes }
  })
