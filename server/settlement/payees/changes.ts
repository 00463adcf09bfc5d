import { randomUUID } from 'node:crypto'
import type { PayeeKind } from '#contract/people/payee-states.ts'
import { getSiteCurrency } from '#contract/platform/currency.ts'
import type { ParsedBody } from '#contract/platform/endpoint.ts'
import { type FieldCode, fieldCodes } from '#contract/platform/errors.ts'
import { getBankName } from '#contract/settlement/payee-rules/banks.ts'
import { maskTaxId } from '#contract/settlement/payee-rules/tax-ids.ts'
import {
  type Payee,
  type PayeeDetails,
  payeeForms,
  type readMemberTaxId,
  type rejectMemberPayee,
  type updatePayee,
} from '#contract/settlement/payees.ts'
import { changeWithConfirmation, type FactorCaller } from '#server/people/second-factor/changes.ts'
import { type Caller, hidden, recordAuditEntry } from '#server/platform/auth/audit.ts'
import type { Encryption } from '#server/platform/auth/encryption.ts'
import { enforceRateLimit } from '#server/platform/auth/rate-limits.ts'
import { type Account, isMemberOf, requireActive } from '#server/platform/auth/roles.ts'
import { recordSecurityEvent } from '#server/platform/auth/security-events.ts'
import type { Site } from '#server/platform/auth/sites.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { type Sql, sql } from '#server/platform/db/sql.ts'
import type { Services } from '#server/platform/http/request/services.ts'
import { mailTo } from '#server/platform/mail/recipients.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { getDecisionViewpoint } from '#server/settlement/ledger/viewpoint.ts'
import { encryptDetails, maskAccount } from './details.ts'
import { loadPayees, markRejected, maskPayee, selectNickname, upsertPayee } from './queries.ts'
import {
  deleteTaxId,
  encryptTaxId,
  encryptTaxName,
  loadTaxIds,
  updateTaxName,
  upsertTaxId,
} from './tax-ids.ts'

type Dependencies = Pick<Services, 'db' | 'encryption' | 'log' | 'now'>

const isFieldCode = (text: string): text is FieldCode => fieldCodes.some((code) => code === text)

interface EnteredPayee {
  details: PayeeDetails
  /** '': none was entered. */
  taxId: string
}

/** @throws {Refusal} `invalid`, by field */
export function parseDetails({ isPlaylist }: Pick<Site, 'isPlaylist'>, body: object): EnteredPayee {
  return getSiteCurrency(isPlaylist) === 'KRW' ? parseWonDetails(body) : parseDollarDetails(body)
}

function parseWonDetails(body: object): EnteredPayee {
  const parsed = payeeForms.KRW.safeParse(body)
  if (!parsed.success) throw createFieldRefusal(parsed.error.issues)
  const { taxId, taxIdChecked: _, ...details } = parsed.data
  const bank = getBankName(details.bankCode)
  return { details: { ...details, method: 'bank', bank, swift: null, country: null }, taxId }
}

function parseDollarDetails(body: object): EnteredPayee {
  const parsed = payeeForms.USD.safeParse(body)
  if (!parsed.success) throw createFieldRefusal(parsed.error.issues)
  const { bank, swift, ...details } = parsed.data
  return {
    details: { ...details, bank: bank || 'PayPal', bankCode: null, swift: swift === '' ? null : swift },
    taxId: '',
  }
}

/** Names the first issue of each field. */
const createFieldRefusal = (issues: readonly { path: readonly PropertyKey[]; message: string }[]) =>
  new Refusal('invalid', {
    fields: Object.fromEntries(
      issues
        .toReversed()
        .map(({ path, message }): [string, FieldCode] => [
          String(path[0] ?? ''),
          isFieldCode(message) ? message : 'invalid',
        ]),
    ),
  })

interface EncryptedPayee {
  stored: Parameters<typeof upsertPayee>[2]
  /** Null: none was entered. */
  taxId: Parameters<typeof upsertTaxId>[2] | null
  taxName: Uint8Array
}

export const encryptPayee = async (
  encryption: Encryption,
  accountId: number,
  { details, taxId }: EnteredPayee,
): Promise<EncryptedPayee> => ({
  stored: {
    kind: details.kind,
    details: await encryptDetails(encryption, accountId, details),
    maskedAccount: maskAccount(details.account),
  },
  taxId:
    taxId === ''
      ? null
      : { number: await encryptTaxId(encryption, accountId, taxId), maskedNumber: maskTaxId(taxId) },
  taxName: await encryptTaxName(encryption, accountId, details.name),
})

/** A tax number stays until another one is entered, or until the details are of another kind. */
export async function storePayee(
  tx: Queryable,
  accountId: number,
  { stored, taxId, taxName }: EncryptedPayee,
  { kindBefore, now }: { kindBefore: PayeeKind | undefined; now: Date },
): Promise<void> {
  await upsertPayee(tx, accountId, stored, now)
  if (taxId) await upsertTaxId(tx, accountId, taxId, now)
  else if (kindBefore !== stored.kind) await deleteTaxId(tx, accountId)
  await updateTaxName(tx, accountId, taxName)
}

/** They wait for confirmation afterward, and mail reports the change to the person and to the manager. */
export async function changePayee(
  services: Dependencies & Pick<Services, 'passwords'>,
  caller: FactorCaller,
  { password, challenge, assertion, ...values }: ParsedBody<typeof updatePayee>,
): Promise<Payee> {
  const { db, encryption, now } = services
  const { account, actor, site } = caller
  requireActive(account)
  const { id, networkId } = getDecisionViewpoint(account)
  const entered = parseDetails(site, values)
  await enforceRateLimit(db, 'payee-change', String(account.id), now())
  const encrypted = await encryptPayee(encryption, id, entered)
  return changeWithConfirmation(services, caller, { password, challenge, assertion }, async (tx) => {
    const before = (await loadPayees(tx, services, [id])).get(id)
    await storePayee(tx, id, encrypted, { kindBefore: before?.kind, now: now() })
    await recordSecurityEvent(tx, caller, { kind: 'payee-changed', accountId: account.id }, now())
    await reportChange(tx, { id, networkId }, now())
    await recordAuditEntry(tx, actor, {
      action: 'updatePayee',
      subject: { kind: 'account', id },
      before: before ? { kind: before.kind, details: hidden, state: before.state } : null,
      after: {
        kind: entered.details.kind,
        details: hidden,
        state: 'entered',
        ...(encrypted.taxId && { taxId: hidden }),
      },
    })
    const after = (await loadPayees(tx, services, [id])).get(id)
    if (!after) throw new Error('The payout account that was stored cannot be read.')
    return maskPayee(after)
  })
}

/** Mails the owner of the payout account, and those who confirm it. */
async function reportChange(
  tx: Queryable,
  { id, networkId }: Pick<Account, 'id' | 'networkId'>,
  now: Date,
): Promise<void> {
  const event = randomUUID()
  const changed = { kind: 'payee-changed', eventKey: `payee-changed ${event}`, data: {} } as const
  await mailTo(tx, { accountId: id, permission: 'money.change' }, changed, now)
  if (networkId === id) return
  const data = { nickname: await selectNickname(tx, id) }
  const waiting = { kind: 'payee-waiting', eventKey: `payee-waiting ${event}`, data } as const
  await mailTo(tx, { accountId: networkId, permission: 'money.change' }, waiting, now)
}

interface Reading {
  target: number
  reading: 'account' | 'tax-id'
  now: Date
}

/** Tells a member that the manager has seen a whole number: once a day of each. */
async function reportReading(
  tx: Queryable,
  { id, nickname }: Account,
  { target, reading, now }: Reading,
): Promise<void> {
  const eventKey = `payee-read ${reading} ${target} ${id} ${now.toISOString().slice(0, 10)}`
  const mail = { kind: 'payee-read', eventKey, data: { reading, nickname } } as const
  await mailTo(tx, { accountId: target, permission: 'money.change' }, mail, now)
}

/** Expects `accounts a`: those whose payout accounts somebody looks after. */
export type PayeeReach = Sql

interface PayeeReading {
  target: number
  reach: PayeeReach
  /** Name of the endpoint. */
  action: string
}

/** Leaves an audit entry, and mails the person. @throws {Refusal} `not_found` also when they cannot be decrypted */
export async function readWholePayee(
  services: Dependencies,
  { account, actor }: Caller,
  { target, reach, action }: PayeeReading,
): Promise<Payee> {
  const { db, now } = services
  return db.transaction(async (tx) => {
    if (!(await lockAccount(tx, reach, target))) throw new Refusal('not_found')
    const found = (await loadPayees(tx, services, [target])).get(target)
    if (!found) throw new Refusal('not_found')
    await reportReading(tx, account, { target, reading: 'account', now: now() })
    await recordAuditEntry(tx, actor, {
      action,
      subject: { kind: 'account', id: target },
      context: { version: found.version },
      before: null,
      after: { shown: true },
    })
    const { maskedAccount: _, ...payee } = found
    return payee
  })
}

/** Leaves an audit entry. @throws {Refusal} `not_found` also when there is no number, or it cannot be decrypted */
export async function readTaxId(
  services: Dependencies & Pick<Services, 'passwords'>,
  caller: FactorCaller,
  { target, ...confirmation }: ParsedBody<typeof readMemberTaxId>,
): Promise<string> {
  const { encryption, now } = services
  const { account, actor } = caller
  return changeWithConfirmation(services, caller, confirmation, async (tx) => {
    if (!(await lockAccount(tx, isMemberOf(account.networkId), target))) throw new Refusal('not_found')
    const taxId = (await loadTaxIds(tx, encryption, [target])).get(target)
    if (taxId === undefined) throw new Refusal('not_found')
    await reportReading(tx, account, { target, reading: 'tax-id', now: now() })
    await recordAuditEntry(tx, actor, {
      action: 'readMemberTaxId',
      subject: { kind: 'account', id: target },
      before: null,
      after: { shown: true },
    })
    return taxId
  })
}

/** @throws {Refusal} `outdated` when they have changed since */
export const rejectPayee = (
  { db, now }: Dependencies,
  { account, actor }: Caller,
  { target, version, reason }: ParsedBody<typeof rejectMemberPayee>,
): Promise<void> =>
  db.transaction(async (tx) => {
    await requirePayee(tx, isMemberOf(account.networkId), target)
    if (!(await markRejected(tx, target, { version, reason, now: now() }))) throw new Refusal('outdated')
    const mail = {
      kind: 'payee-rejected',
      eventKey: `payee-rejected ${randomUUID()}`,
      data: { reason },
    } as const
    await mailTo(tx, { accountId: target, permission: 'money.change' }, mail, now())
    await recordAuditEntry(tx, actor, {
      action: 'rejectMemberPayee',
      subject: { kind: 'account', id: target },
      context: { version },
      before: { state: 'entered' },
      after: { state: 'rejected', reason: hidden },
    })
  })

async function lockAccount(tx: Queryable, reach: PayeeReach, id: number): Promise<boolean> {
  const locked = await tx.execute(
    sql`select a.id
    from accounts a
    where a.id = ${id}::bigint
      and ${reach}
    for no key update`,
  )
  return locked > 0
}

/** Locks the account. @throws {Refusal} `not_found` */
export async function requirePayee(tx: Queryable, reach: PayeeReach, target: number): Promise<void> {
  if (!(await lockAccount(tx, reach, target))) throw new Refusal('not_found')
  const found = await tx.execute(sql`select account_id from payees where account_id = ${target}::bigint`)
  if (found === 0) throw new Refusal('not_found')
}
