import { type ChannelLink, parseChannelLink } from '#contract/channel-link.ts'
import type { ChannelCategory, ChannelRequest, FoundChannel, RequestFailure } from '#contract/channels.ts'
import { keepStanding, type Standing } from '#server/accounts.ts'
import { type Actor, type Caller, recordChange } from '#server/audit.ts'
import type { Database, Queries } from '#server/db/connect.ts'
import { Refusal, type Services } from '#server/http.ts'
import { countAttempt } from '#server/limits.ts'
import { newVerificationCode } from '#server/secrets.ts'
import type { Account } from '#server/session.ts'
import { insertAssignments } from './assignments.ts'
import { deleteRequest, insertRequest, lockRequest, noteFailure, selectRequestLink } from './requests.ts'
import { type YoutubeChannel, YoutubeError } from './youtube.ts'

/** Whoever asks has an answer within five seconds. */
const deadlineMs = 4_500

const unknown = () => new Refusal('invalid', { fields: { link: 'channel_unknown' } })
const taken = () => new Refusal('taken', { fields: { link: 'channel_taken' } })

/** The channel of a link that is free to be registered; null when the platform does not tell in time. */
export async function findFree(
  services: Services,
  account: Account,
  link: string,
): Promise<FoundChannel | null> {
  const found = await lookUp(services, account, link)
  if (!found) return null
  if (await isRegistered(services.db, found.channelId)) throw taken()
  const { descriptions: _, ...channel } = found
  return { ...channel, page: services.youtube.pageOf(found.channelId) }
}

/** What registers a channel that was looked up, in a transaction, for whoever is to have it. */
export type Register = (tx: Queries, registrant: Standing) => Promise<number | ChannelRequest>

/**
 * Looks a channel up, which takes some seconds.
 * @returns what registers it: its registration's id, or a request that completes by itself and waits for a nudge
 */
export async function prepareChannel(
  services: Services,
  { account, by }: Caller,
  { link, category }: { link: string; category: ChannelCategory },
): Promise<Register> {
  const { jobs, now } = services
  const found = await lookUp(services, account, link)
  return async (tx, registrant) => {
    if (found) {
      const id = await register(tx, registrant, found, category, now())
      if (id === null) throw taken()
      await recordRegistered(tx, by, id, found)
      return id
    }
    const request = await insertRequest(tx, registrant, { link, category }, now())
    await recordChange(tx, by, { action: 'addChannel', subject: { kind: 'request', id: request.id } })
    await jobs.send(tx, 'find-channel', request.id)
    return request
  }
}

/** @returns the id of the registration, or a request that completes by itself */
export async function addChannel(
  services: Services,
  caller: Caller,
  form: { link: string; category: ChannelCategory },
): Promise<number | ChannelRequest> {
  const registerFor = await prepareChannel(services, caller, form)
  const added = await services.db.transaction((tx) => registerFor(tx, caller.account))
  if (typeof added !== 'number') services.jobs.nudge('find-channel')
  return added
}

/** @returns null when the platform does not tell in time. @throws {Refusal} when the link names no channel */
async function lookUp(
  { db, youtube, now }: Services,
  account: Account,
  text: string,
): Promise<YoutubeChannel | null> {
  const link = parseChannelLink(text)
  if (!link) throw new Refusal('invalid', { fields: { link: 'channel_link_invalid' } })
  if (link.kind === 'custom') throw new Refusal('invalid', { fields: { link: 'channel_link_custom' } })
  await countAttempt(db, 'look-up', String(account.id), now())
  const deadline = AbortSignal.timeout(deadlineMs)
  try {
    const found = await youtube.find(link, deadline)
    if (!found) throw unknown()
    return found
  } catch (error) {
    if (error instanceof YoutubeError || error === deadline.reason) return null
    throw error
  }
}

async function isRegistered(db: Queries, channelId: string): Promise<boolean> {
  const found = await db.query(
    'select registration_id from channels where channel_id = $1 and removed_at is null',
    [channelId],
  )
  return found.length > 0
}

/** A live registration; a member's is assigned to the member. @returns its id, null when there is one already */
async function register(
  tx: Queries,
  registrant: Standing,
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
      newVerificationCode(),
      now,
    ],
  )
  if (!row) return null
  await keepStanding(tx, registrant)
  if (registrant.permissionFlag !== 1) await insertAssignments(tx, row.id, [registrant.id], now)
  return row.id
}

/** The link of a registration that waits; null when it was taken back or given up. */
export async function selectRequest(db: Queries, id: number): Promise<{ link: ChannelLink } | null> {
  const text = await selectRequestLink(db, id)
  const link = text === null ? null : parseChannelLink(text)
  return link && { link }
}

/** Ends a registration that waits: registers its channel, or notes why it was given up. */
export const settleRequest = (
  db: Database,
  id: number,
  outcome: { found: YoutubeChannel } | { failure: RequestFailure },
): Promise<void> =>
  db.transaction(async (tx) => {
    const request = await lockRequest(tx, id)
    if (!request) return
    const { registrant, category } = request
    const by: Actor = { kind: 'background', networkId: registrant.networkId }
    if ('failure' in outcome) return giveUp(tx, by, id, outcome.failure)
    const registered = await register(tx, registrant, outcome.found, category, new Date())
    if (registered === null) return giveUp(tx, by, id, 'channel_taken')
    await deleteRequest(tx, id)
    await recordRegistered(tx, by, registered, outcome.found, { request: id })
  })

async function giveUp(tx: Queries, by: Actor, id: number, failure: RequestFailure): Promise<void> {
  await noteFailure(tx, id, failure)
  await recordChange(tx, by, { action: 'addChannel', subject: { kind: 'request', id }, detail: { failure } })
}

const recordRegistered = (
  tx: Queries,
  by: Actor,
  id: number,
  { channelId }: YoutubeChannel,
  more: { request?: number } = {},
): Promise<void> =>
  recordChange(tx, by, {
    action: 'addChannel',
    subject: { kind: 'channel', id },
    detail: { channel_id: channelId, ...more },
  })
