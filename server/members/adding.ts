import type { AddChannelForm, ChannelRequest } from '#contract/channels.ts'
import type { FieldCode } from '#contract/errors.ts'
import type { MemberForm } from '#contract/member-changes.ts'
import { insertAccount, keepStanding, type Standing } from '#server/accounts.ts'
import { type Caller, recordChange } from '#server/audit.ts'
import type { Queries } from '#server/db/connect.ts'
import { Refusal, type Services } from '#server/http.ts'
import { hashPassword } from '#server/passwords.ts'
import { isEmailTaken, updateChannelUrl } from './queries.ts'

/**
 * Looks a channel up, which takes some seconds.
 * @returns what registers it for a member: its registration's id, or a request that waits for the platform
 */
export type PrepareChannel = (
  caller: Caller,
  form: AddChannelForm,
) => Promise<(tx: Queries, member: Standing) => Promise<number | ChannelRequest>>

const emailTaken = () => new Refusal('taken', { fields: { user_id: 'email_taken' } })

/** Makes a member, with the channel if one is given: either both or neither. */
export async function addMember(
  { db, jobs }: Pick<Services, 'db' | 'jobs'>,
  prepareChannel: PrepareChannel,
  { account, by }: Caller,
  { user_id, password, nickname, channels: [channel, ...more] }: MemberForm,
): Promise<{ id: number; request: ChannelRequest | null }> {
  if (more.length > 0) throw new Refusal('invalid', { fields: { channels: 'invalid' } })
  // Asked first, too: a look-up costs the platform's quota.
  if (await isEmailTaken(db, account.siteId, user_id)) throw emailTaken()
  const register = channel && (await atField(prepareChannel({ account, by }, channel)))
  const form = { email: user_id, nickname, passwordHash: await hashPassword(password) }
  const { id, added } = await db.transaction(async (tx) => {
    await keepStanding(tx, account)
    const id = await insertAccount(tx, { id: account.siteId }, { ...form, networkId: account.networkId })
    if (id === null) throw emailTaken()
    await recordChange(tx, by, { action: 'addMember', subject: { kind: 'account', id } })
    if (!channel || !register) return { id, added: null }
    await updateChannelUrl(tx, id, channel.link)
    const member: Standing = { id, networkId: account.networkId, permissionFlag: 0 }
    return { id, added: await atField(register(tx, member)) }
  })
  if (added === null || typeof added === 'number') return { id, request: null }
  jobs.nudge('find-channel')
  return { id, request: added }
}

/** What is wrong with a channel is wrong with the first of the form's. */
async function atField<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work
  } catch (error) {
    if (!(error instanceof Refusal && error.fields)) throw error
    const fields = Object.entries(error.fields).map(([name, code]) => [`channels.0.${name}`, code] as const)
    throw new Refusal(error.code, { fields: Object.fromEntries<FieldCode>(fields) })
  }
}
