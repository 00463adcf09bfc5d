import type { AddChannelForm } from '#contract/channels/channel-changes.ts'
import type { ChannelRequest } from '#contract/channels/channels.ts'
import type { MemberForm } from '#contract/people/member-management.ts'
import type { FieldCode } from '#contract/platform/errors.ts'
import type { Locale } from '#contract/platform/locale.ts'
import { insertAccount } from '#server/people/credentials/accounts.ts'
import { mailInvitation } from '#server/people/credentials/email-links.ts'
import { checkNewPassword, hashPassword } from '#server/people/credentials/password-hash.ts'
import { decideFees, toPermille } from '#server/people/fees/changes.ts'
import { upsertFees } from '#server/people/fees/queries.ts'
import { requireOrdinaryNickname } from '#server/people/nicknames.ts'
import { type Caller, hidden, recordAuditEntry } from '#server/platform/auth/audit.ts'
import { enforceRateLimit } from '#server/platform/auth/rate-limits.ts'
import { type RoleSnapshot, requireCurrentRole } from '#server/platform/auth/roles.ts'
import type { Site } from '#server/platform/auth/sites.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { precedenceOfPerson } from '#server/platform/http/admission/precedence.ts'
import type { Services } from '#server/platform/http/request/services.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { lockOpenDays } from '#server/reports/figures/open-days.ts'
import { isEmailTaken, updateChannelUrl } from './queries.ts'

/**
 * Runs before the transaction, because the lookup takes seconds.
 * @returns a function that registers the channel: the registration id, or a pending request
 */
export type PrepareChannel = (
  caller: Caller,
  form: AddChannelForm,
) => Promise<(tx: Queryable, member: RoleSnapshot) => Promise<number | ChannelRequest>>

const createEmailTakenRefusal = () => new Refusal('taken', { fields: { user_id: 'email_taken' } })

interface MemberCreation extends Caller {
  site: Site
  locale: Locale
}

/** All or nothing: the member and, if given, the channel. Without a password, the member is invited by email. */
export async function addMember(
  { db, jobs, passwords, now }: Pick<Services, 'db' | 'jobs' | 'passwords' | 'now'>,
  prepareChannel: PrepareChannel,
  { account, actor, site, locale }: MemberCreation,
  { user_id, password, nickname, fee_rate, channels: [channel, ...extraChannels] }: MemberForm,
): Promise<{ id: number; request: ChannelRequest | null }> {
  if (extraChannels.length > 0) throw new Refusal('invalid', { fields: { channels: 'invalid' } })
  requireOrdinaryNickname(site, nickname)
  // Precedes the channel lookup, which costs API quota.
  if (await isEmailTaken(db, account.siteId, user_id)) throw createEmailTakenRefusal()
  const choice = { email: user_id, nickname, hasRole: false, field: 'password' }
  const checked = password === undefined ? null : await checkNewPassword(site, { ...choice, password })
  await enforceRateLimit(db, 'hashing', String(account.id), now())
  const registerChannel =
    channel && (await withChannelFieldPrefix(prepareChannel({ account, actor }, channel)))
  const passwordHash = checked && (await hashPassword(passwords.for(precedenceOfPerson(account)), checked))
  const form = { email: user_id, nickname, passwordHash, locale }
  const { id, added: registration } = await db.transaction(async (tx) => {
    const firstOpenDay = fee_rate === undefined ? null : await lockOpenDays(tx)
    await requireCurrentRole(tx, account, 'share')
    const id = await insertAccount(tx, { id: account.siteId }, { ...form, networkId: account.networkId })
    if (id === null) throw createEmailTakenRefusal()
    if (fee_rate !== undefined) await insertFirstFee(tx, id, fee_rate, { firstOpenDay, now: now() })
    await recordAuditEntry(tx, actor, {
      action: 'addMember',
      subject: { kind: 'account', id },
      before: null,
      after: {
        network: account.networkId,
        ...(fee_rate !== undefined && { fee_rate }),
        ...(passwordHash === null && { link: hidden }),
      },
    })
    if (passwordHash === null) await mailInvitation(tx, id, now())
    if (!channel || !registerChannel) return { id, added: null }
    await updateChannelUrl(tx, id, channel.link)
    const member: RoleSnapshot = {
      id,
      networkId: account.networkId,
      roles: ['member'],
      isIndependent: false,
    }
    return { id, added: await withChannelFieldPrefix(registerChannel(tx, member)) }
  })
  if (registration === null || typeof registration === 'number') return { id, request: null }
  jobs.wake('find-channel')
  return { id, request: registration }
}

/** Replaces the default fee; the entry of the new member in the audit log has it. */
async function insertFirstFee(
  tx: Queryable,
  member: number,
  percent: number,
  dates: { firstOpenDay: string | null; now: Date },
): Promise<void> {
  const { changes } = await decideFees(tx, [{ member, permille: toPermille(percent) }], dates)
  if (changes.length > 0) await upsertFees(tx, changes, dates.now)
}

async function withChannelFieldPrefix<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work
  } catch (error) {
    if (!(error instanceof Refusal && error.fields)) throw error
    const fields = Object.entries(error.fields).map(([name, code]) => [`channels.0.${name}`, code] as const)
    throw new Refusal(error.code, { fields: Object.fromEntries<FieldCode>(fields) })
  }
}
