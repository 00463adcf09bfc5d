import type { ChannelPreview } from '#contract/channels/channel-changes.ts'
import { type ChannelLink, parseChannelLink } from '#contract/channels/channel-link.ts'
import type { ChannelCategory, ChannelRequestFailure } from '#contract/channels/channel-states.ts'
import type { ChannelRequest } from '#contract/channels/channels.ts'
import { can } from '#contract/platform/roles.ts'
import { getVerificationDeadline } from '#server/channels/registrations/deadline.ts'
import type { ChannelServices } from '#server/channels/registrations/services.ts'
import { type YoutubeChannel, YoutubeError } from '#server/channels/youtube/types.ts'
import { type Actor, type Caller, recordAuditEntry } from '#server/platform/auth/audit.ts'
import { enforceRateLimit } from '#server/platform/auth/rate-limits.ts'
import type { Account } from '#server/platform/auth/roles.ts'
import { type RoleSnapshot, requireCurrentRole } from '#server/platform/auth/roles.ts'
import { generateVerificationCode } from '#server/platform/auth/secrets.ts'
import type { Database, Queryable } from '#server/platform/db/database.ts'
import { IdRow, queryOne } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { insertAssignment } from './assignments.ts'
import { findConflict, lockClaims } from './claims.ts'
import {
  deleteRequest,
  insertRequest,
  lockPendingRequest,
  selectPendingLink,
  updateFailure,
} from './requests.ts'

/** Must stay below the client's timeout of five seconds. */
const lookUpTimeoutMs = 4_500

const createUnknownRefusal = () => new Refusal('invalid', { fields: { link: 'channel_unknown' } })
type Conflict = 'channel_taken' | 'channel_claimed'
const createTakenRefusal = (conflict: Conflict) => new Refusal('taken', { fields: { link: conflict } })

/** @returns null when YouTube is unavailable @throws {Refusal} `taken` */
export async function findAvailableChannel(
  services: ChannelServices,
  account: Account,
  link: string,
): Promise<ChannelPreview | null> {
  const found = await lookUpChannel(services, account, link)
  if (!found) return null
  const conflict = await findConflict(services.db, account.networkId, found.channelId)
  if (conflict) throw createTakenRefusal(conflict)
  const { descriptions: _, videoCount: __, ...channel } = found
  return { ...channel, page: services.youtube.getChannelUrl(found.channelId) }
}

export type CompleteRegistration = (
  tx: Queryable,
  registrant: RoleSnapshot,
) => Promise<number | ChannelRequest>

/**
 * Runs before the transaction, because the lookup takes seconds; wake `find-channel` after the commit.
 * @returns a function that yields a registration id or, while YouTube is unavailable, a pending request
 */
export async function prepareRegistration(
  services: ChannelServices,
  { account, actor }: Caller,
  { link, category }: { link: string; category: ChannelCategory },
): Promise<CompleteRegistration> {
  const { jobs, now } = services
  const found = await lookUpChannel(services, account, link)
  return async (tx, registrant) => {
    if (found) {
      const id = await insertRegistration(tx, registrant, found, category, now())
      if (typeof id !== 'number') throw createTakenRefusal(id)
      await auditRegistration(tx, actor, id, found, category)
      return id
    }
    const request = await insertRequest(tx, registrant, { link, category }, now())
    await recordAuditEntry(tx, actor, {
      action: 'addChannel',
      subject: { kind: 'request', id: request.id },
      before: null,
      after: { category, state: 'waiting' },
    })
    await jobs.enqueue(tx, 'find-channel', request.id)
    return request
  }
}

/** @returns the registration id or, while YouTube is unavailable, a pending request */
export async function registerChannel(
  services: ChannelServices,
  caller: Caller,
  form: { link: string; category: ChannelCategory },
): Promise<number | ChannelRequest> {
  const complete = await prepareRegistration(services, caller, form)
  const result = await services.db.transaction((tx) => complete(tx, caller.account))
  if (typeof result !== 'number') services.jobs.wake('find-channel')
  return result
}

/** @returns null when YouTube is unavailable @throws {Refusal} when the link matches no channel */
async function lookUpChannel(
  { db, youtube, now }: ChannelServices,
  account: Account,
  text: string,
): Promise<YoutubeChannel | null> {
  const link = parseChannelLink(text)
  if (!link) throw new Refusal('invalid', { fields: { link: 'channel_link_invalid' } })
  if (link.kind === 'custom') throw new Refusal('invalid', { fields: { link: 'channel_link_custom' } })
  await enforceRateLimit(db, 'channel-lookup', String(account.id), now())
  const deadline = AbortSignal.timeout(lookUpTimeoutMs)
  try {
    const found = await youtube.findChannel(link, {
      networkId: account.networkId,
      purpose: 'look-up',
      signal: deadline,
    })
    if (!found) throw createUnknownRefusal()
    return found
  } catch (error) {
    if (error instanceof YoutubeError || error === deadline.reason) return null
    throw error
  }
}

/** @returns its id, or why the network cannot register the channel */
async function insertRegistration(
  tx: Queryable,
  registrant: RoleSnapshot,
  found: YoutubeChannel,
  category: string,
  now: Date,
): Promise<number | Conflict> {
  await lockClaims(tx, found.channelId)
  const conflict = await findConflict(tx, registrant.networkId, found.channelId)
  if (conflict) return conflict
  const { id } = await queryOne(
    tx,
    IdRow,
    sql`insert into channels (channel_id, network_id, name, handle, thumbnail, category, subscribers,
      video_count, verification_code, registered_at, expires_at)
    values (${found.channelId}, ${registrant.networkId}, ${found.name}, ${found.handle}, ${found.thumbnail},
      ${category}, ${found.subscribers}, ${found.videoCount}, ${generateVerificationCode()}, ${now},
      ${getVerificationDeadline(now)})
    returning registration_id as id`,
  )
  await requireCurrentRole(tx, registrant, 'share')
  if (!can(registrant, 'channels.read')) await insertAssignment(tx, id, registrant.id, now)
  return id
}

export async function selectPendingRequest(
  db: Queryable,
  id: number,
): Promise<{ link: ChannelLink; networkId: number } | null> {
  const request = await selectPendingLink(db, id)
  const link = request && parseChannelLink(request.link)
  return link ? { link, networkId: request.networkId } : null
}

export const settleRequest = (
  db: Database,
  id: number,
  outcome: { found: YoutubeChannel } | { failure: ChannelRequestFailure },
  now: Date,
): Promise<void> =>
  db.transaction(async (tx) => {
    const request = await lockPendingRequest(tx, id)
    if (!request) return
    const { registrant, category } = request
    const actor: Actor = { kind: 'background', networkId: registrant.networkId }
    if ('failure' in outcome) return failRequest(tx, actor, id, outcome.failure)
    const registered = await insertRegistration(tx, registrant, outcome.found, category, now)
    if (typeof registered !== 'number') return failRequest(tx, actor, id, registered)
    await deleteRequest(tx, id)
    await auditRegistration(tx, actor, registered, outcome.found, category, { request: id })
  })

async function failRequest(
  tx: Queryable,
  actor: Actor,
  id: number,
  failure: ChannelRequestFailure,
): Promise<void> {
  await updateFailure(tx, id, failure)
  await recordAuditEntry(tx, actor, {
    action: 'addChannel',
    subject: { kind: 'request', id },
    before: { state: 'waiting' },
    after: { state: failure },
  })
}

const auditRegistration = (
  tx: Queryable,
  actor: Actor,
  id: number,
  { channelId }: YoutubeChannel,
  category: ChannelCategory,
  context: { request?: number } = {},
): Promise<void> =>
  recordAuditEntry(tx, actor, {
    action: 'addChannel',
    subject: { kind: 'channel', id },
    context,
    before: null,
    after: { channel_id: channelId, category },
  })
