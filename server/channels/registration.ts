import { type ChannelLink, parseChannelLink } from '#contract/channel-link.ts'
import type {
  ChannelCategory,
  ChannelPreview,
  ChannelRequest,
  ChannelRequestFailure,
} from '#contract/channels.ts'
import { type Actor, type Caller, recordAuditEntry } from '#server/audit.ts'
import { type RoleSnapshot, requireCurrentRole } from '#server/auth/accounts.ts'
import { enforceRateLimit } from '#server/auth/rate-limits.ts'
import { generateVerificationCode } from '#server/auth/secrets.ts'
import type { Account } from '#server/auth/sessions.ts'
import type { Database, Queryable } from '#server/db/database.ts'
import { Refusal, type Services } from '#server/http/route.ts'
import { insertAssignments } from './assignments.ts'
import {
  deleteRequest,
  insertRequest,
  lockPendingRequest,
  selectPendingLink,
  updateFailure,
} from './requests.ts'
import { type YoutubeChannel, YoutubeError } from '#server/youtube/types.ts'

/** Whoever asks has an answer within five seconds. */
const lookUpTimeoutMs = 4_500

const createUnknownRefusal = () => new Refusal('invalid', { fields: { link: 'channel_unknown' } })
const createTakenRefusal = () => new Refusal('taken', { fields: { link: 'channel_taken' } })

/** The channel of a link that is free to be registered; null when the platform does not tell in time. */
export async function findAvailableChannel(
  services: Services,
  account: Account,
  link: string,
): Promise<ChannelPreview | null> {
  const found = await lookUpChannel(services, account, link)
  if (!found) return null
  if (await isRegistered(services.db, found.channelId)) throw createTakenRefusal()
  const { descriptions: _, ...channel } = found
  return { ...channel, page: services.youtube.getChannelUrl(found.channelId) }
}

/** What registers a channel that was looked up, in a transaction, for whoever is to have it. */
export type CompleteRegistration = (
  tx: Queryable,
  registrant: RoleSnapshot,
) => Promise<number | ChannelRequest>

/**
 * Looks a channel up, which takes some seconds.
 * @returns what registers it: its registration's id, or a request that completes by itself and waits for a nudge
 */
export async function prepareRegistration(
  services: Services,
  { account, actor }: Caller,
  { link, category }: { link: string; category: ChannelCategory },
): Promise<CompleteRegistration> {
  const { jobs, now } = services
  const found = await lookUpChannel(services, account, link)
  return async (tx, registrant) => {
    if (found) {
      const id = await insertRegistration(tx, registrant, found, category, now())
      if (id === null) throw createTakenRefusal()
      await auditRegistration(tx, actor, id, found)
      return id
    }
    const request = await insertRequest(tx, registrant, { link, category }, now())
    await recordAuditEntry(tx, actor, { action: 'addChannel', subject: { kind: 'request', id: request.id } })
    await jobs.enqueue(tx, 'find-channel', request.id)
    return request
  }
}

/** @returns the id of the registration, or a request that completes by itself */
export async function registerChannel(
  services: Services,
  caller: Caller,
  form: { link: string; category: ChannelCategory },
): Promise<number | ChannelRequest> {
  const complete = await prepareRegistration(services, caller, form)
  const result = await services.db.transaction((tx) => complete(tx, caller.account))
  if (typeof result !== 'number') services.jobs.wake('find-channel')
  return result
}

/** @returns null when the platform does not tell in time. @throws {Refusal} when the link names no channel */
async function lookUpChannel(
  { db, youtube, now }: Services,
  account: Account,
  text: string,
): Promise<YoutubeChannel | null> {
  const link = parseChannelLink(text)
  if (!link) throw new Refusal('invalid', { fields: { link: 'channel_link_invalid' } })
  if (link.kind === 'custom') throw new Refusal('invalid', { fields: { link: 'channel_link_custom' } })
  await enforceRateLimit(db, 'look-up', String(account.id), now())
  const deadline = AbortSignal.timeout(lookUpTimeoutMs)
  try {
    const found = await youtube.findChannel(link, deadline)
    if (!found) throw createUnknownRefusal()
    return found
  } catch (error) {
    if (error instanceof YoutubeError || error === deadline.reason) return null
    throw error
  }
}

async function isRegistered(db: Queryable, channelId: string): Promise<boolean> {
  const found = await db.query(
    'select registration_id from channels where channel_id = $1 and removed_at is null',
    [channelId],
  )
  return found.length > 0
}

/** A live registration; a member's is assigned to the member. @returns its id, null when there is one already */
async function insertRegistration(
  tx: Queryable,
  registrant: RoleSnapshot,
  found: YoutubeChannel,
  category: string,
  now: Date,
): Promise<number | null> {
  const [row] = await tx.query<{ id: number }>(
    `insert into channels (channel_id, network_id, name, handle, thumbnail, category, verification_code,
      registered_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8)
    on conflict (channel_id) where removed_at is null do nothing
    returning registration_id as id`,
    [
      found.channelId,
      registrant.networkId,
      found.name,
      found.handle,
      found.thumbnail,
      category,
      generateVerificationCode(),
      now,
    ],
  )
  if (!row) return null
  await requireCurrentRole(tx, registrant)
  if (!registrant.isManager) await insertAssignments(tx, row.id, [registrant.id], now)
  return row.id
}

/** The link of a registration that waits; null when it was taken back or given up. */
export async function selectPendingRequest(db: Queryable, id: number): Promise<{ link: ChannelLink } | null> {
  const text = await selectPendingLink(db, id)
  const link = text === null ? null : parseChannelLink(text)
  return link && { link }
}

/** Ends a registration that waits: registers its channel, or notes why it was given up. */
export const settleRequest = (
  db: Database,
  id: number,
  outcome: { found: YoutubeChannel } | { failure: ChannelRequestFailure },
): Promise<void> =>
  db.transaction(async (tx) => {
    const request = await lockPendingRequest(tx, id)
    if (!request) return
    const { registrant, category } = request
    const by: Actor = { kind: 'background', networkId: registrant.networkId }
    if ('failure' in outcome) return failRequest(tx, by, id, outcome.failure)
    const registered = await insertRegistration(tx, registrant, outcome.found, category, new Date())
    if (registered === null) return failRequest(tx, by, id, 'channel_taken')
    await deleteRequest(tx, id)
    await auditRegistration(tx, by, registered, outcome.found, { request: id })
  })

async function failRequest(
  tx: Queryable,
  by: Actor,
  id: number,
  failure: ChannelRequestFailure,
): Promise<void> {
  await updateFailure(tx, id, failure)
  await recordAuditEntry(tx, by, {
    action: 'addChannel',
    subject: { kind: 'request', id },
    detail: { failure },
  })
}

const auditRegistration = (
  tx: Queryable,
  by: Actor,
  id: number,
  { channelId }: YoutubeChannel,
  extraDetail: { request?: number } = {},
): Promise<void> =>
  recordAuditEntry(tx, by, {
    action: 'addChannel',
    subject: { kind: 'channel', id },
    detail: { channel_id: channelId, ...extraDetail },
  })
