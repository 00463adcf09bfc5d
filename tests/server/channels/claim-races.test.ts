// @module-tag extended
// @module-tag adapter
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  addChannel,
  cancelChannelRequest,
  deleteChannel,
  verifyChannel,
} from '#contract/channels/channel-changes.ts'
import { approvalStatus } from '#contract/channels/channel-states.ts'
import type { Endpoint } from '#contract/platform/endpoint.ts'
import { sweepRegistrations } from '#server/channels/lifecycle/expiry.ts'
import { settleRequest } from '#server/channels/lifecycle/registration.ts'
import { releaseChannel } from '#server/channels/lifecycle/release.ts'
import { settleVerification } from '#server/channels/lifecycle/verification.ts'
import { type YoutubeClient, YoutubeError } from '#server/channels/youtube/types.ts'
import type { Log } from '#server/platform/log.ts'
import { createAccount, createSite, password, signIn } from '#tests/support/accounts.ts'
import { type Api, startApi } from '#tests/support/api.ts'
import {
  buildYoutubeChannel,
  createInMemoryYoutube,
  createRecordingJobs,
  findBrokenChannelInvariants,
  reviewChannel,
} from '#tests/support/channel-fixtures.ts'
import { channelIdFor } from '#tests/support/facts.ts'
import { propertyRuns } from '#tests/support/property-runs.ts'
import { execRaw, queryRaw } from '#tests/support/raw-sql.ts'
import { clearAuditLog } from '#tests/support/traces.ts'

// Networks and independent creators of two sites race for the same two channels.

/** `boss…` are managers, the others independent. */
const people = {
  'example.test': ['boss1', 'boss2', 'alone1', 'alone2'],
  'other.test': ['boss3', 'alone3'],
}
const channels = ['one', 'two'].map((name) => buildYoutubeChannel(channelIdFor(name)))
const inMemory = createInMemoryYoutube(...channels)
/** Answers for ids only: a handle waits for another attempt. */
const youtube: YoutubeClient = {
  ...inMemory.youtube,
  async findChannel(link, call) {
    if (link.kind === 'handle') throw new YoutubeError('no_answer')
    return inMemory.youtube.findChannel(link, call)
  },
}
const recordingJobs = createRecordingJobs()
const sessions: { token: string; domain: string; networkId: number }[] = []
let api: Api

beforeAll(async () => {
  api = await startApi(undefined, undefined, { jobs: recordingJobs.jobs, youtube })
  for (const [domain, names] of Object.entries(people)) {
    const site = await createSite(api.db, domain)
    for (const name of names) {
      const email = `${name}@${domain}`
      const networkId = await createAccount(api.db, site, email, undefined, name.startsWith('boss'))
      sessions.push({ token: await signIn(api, email, domain), domain, networkId })
    }
  }
})
afterAll(() => api.close())
beforeEach(() => clear())
async function clear(): Promise<void> {
  await execRaw(
    api.db,
    'delete from channel_requests; delete from channel_reviews; delete from assignments; delete from channels; delete from rate_limit_windows',
  )
  await clearAuditLog(api.db)
  recordingJobs.sent.length = 0
}

const weights = {
  found: 6,
  add: 3,
  verify: 3,
  approve: 2,
  ask: 1,
  answer: 1,
  cancel: 1,
  missing: 1,
  hold: 1,
  reject: 1,
  expire: 1,
  delete: 1,
  release: 1,
}
interface Act {
  kind: keyof typeof weights
  who: number
  channel: number
  /** Turns of the event loop before it begins. */
  delay: number
}
const acts: fc.Arbitrary<Act> = fc.record({
  kind: fc.oneof(
    ...Object.entries(weights).map(([kind, weight]) => ({
      weight,
      arbitrary: fc.constant(kind as Act['kind']),
    })),
  ),
  who: fc.nat(5),
  channel: fc.nat(channels.length - 1),
  delay: fc.nat(6),
})
/** What each of the six has when the race begins: nothing, or a registration of a channel in a state. */
const starts = fc.array(fc.constantFrom('', 'pending', 'verifying', 'verifying', 'verified'), {
  minLength: 6,
  maxLength: 6,
})

const failing = (err: object) => {
  throw new Error(JSON.stringify(err))
}
const log = { warn: failing, error: failing } as unknown as Log

async function perform({ kind, who, channel, delay }: Act): Promise<string> {
  const { token, domain, networkId } = sessions[who] ?? { token: '', domain: '', networkId: 0 }
  const found = channels[channel] ?? buildYoutubeChannel('')
  const send = async (endpoint: Endpoint, body: object) => {
    const reply = await api.request(endpoint, { token, domain, body })
    if (reply.status >= 500) failing(reply.body)
    return reply.status === 200 ? 'ok' : reply.body.code
  }
  const findId = async (statement: string, ...values: unknown[]) =>
    (await queryRaw<{ id: number }>(api.db, statement, [networkId, ...values] as never))[0]?.id ?? 0
  for (let turn = 0; turn < delay; turn++) await new Promise((resolve) => setImmediate(resolve))
  const now = new Date()
  if (kind === 'add' || kind === 'ask')
    return send(addChannel, { link: kind === 'add' ? found.channelId : found.handle, category: 'people' })
  if (kind === 'answer' || kind === 'cancel') {
    const id = await findId('select id from channel_requests where account_id = $1 limit 1')
    if (kind === 'cancel') return send(cancelChannelRequest, { id })
    await settleRequest(api.db, id, { found }, now)
    return 'answered'
  }
  if (kind === 'expire') {
    await sweepRegistrations({ db: api.db, log }, new Date(now.getTime() + 60 * 86_400_000))
    return 'swept'
  }
  const id = await findId(
    'select registration_id as id from channels where network_id = $1 and channel_id = $2 and removed_at is null',
    found.channelId,
  )
  switch (kind) {
    case 'verify':
      return send(verifyChannel, { id })
    case 'delete':
      return send(deleteChannel, { id, acknowledged: 'on', password })
    case 'release':
      return releaseChannel(
        api.db,
        { id, reason: 'Because.', action: 'channel release', actor: { kind: 'operator' } },
        now,
      )
    case 'approve':
      return reviewChannel(api.db, id, approvalStatus.approved, null, now)
    case 'hold':
      return reviewChannel(api.db, id, approvalStatus.held, 'Because.', now)
    case 'reject':
      return reviewChannel(api.db, id, approvalStatus.rejected, 'Because.', now)
    default:
      await settleVerification(
        api.db,
        id,
        kind === 'found' ? 'verified' : 'code_missing',
        recordingJobs.jobs,
        now,
      )
      return 'settled'
  }
}

/** Beside those of all channels: a verified registration excludes the others, in whichever network and site. */
async function findBrokenClaims(): Promise<string[]> {
  const rows = await queryRaw<{ flaw: string }>(
    api.db,
    `select 'closed, and not in the audit log once: ' || c.registration_id as flaw
    from channels c
    where c.closed_reason is not null
      and 1 <> (
        select count(*)
        from audit_log a
        where a.subject = 'channel'
          and a.subject_id = c.registration_id::text
          and a.action in ('closeChannel', 'channel release'))
    union all
    select 'gone without a reason: ' || c.registration_id
    from channels c
    where c.removed_at is not null
      and c.closed_reason is null
      and not exists (
        select from audit_log a where a.action = 'deleteChannel' and a.subject_id = c.registration_id::text)
    union all
    select 'claimed by another, and nobody has verified it: ' || c.registration_id
    from channels c
    where c.closed_reason = 'claimed'
      and not exists (
        select from channels winner where winner.channel_id = c.channel_id and winner.verified_at is not null)`,
  )
  const verifying = await queryRaw<{ id: number }>(
    api.db,
    `select c.registration_id as id
    from channels c
    join audit_log a on a.action = 'verifyChannel'
      and a.subject_id = c.registration_id::text
      and a.detail -> 'after' ->> 'verification' = 'verifying'
    where c.removed_at is null
      and c.verification_status = 'verifying'`,
  )
  const sent = new Set(recordingJobs.sent.filter(([name]) => name === 'verify-channel').map(([, id]) => id))
  const forgotten = verifying.filter(({ id }) => !sent.has(id)).map(({ id }) => `never verified: ${id}`)
  return [...rows.map(({ flaw }) => flaw), ...forgotten, ...(await findBrokenChannelInvariants(api.db))]
}

const runs = Number(process.env.RACES ?? propertyRuns(40))

test('however many race for a channel, one holds it, and nobody’s request is lost', {
  tags: 'property',
  timeout: 60_000 + runs * 2_000,
}, async () => {
  const counts: Record<string, number> = {}
  await fc.assert(
    fc.asyncProperty(starts, fc.array(acts, { minLength: 4, maxLength: 14 }), async (states, all) => {
      await clear()
      for (const [who, state] of states.entries())
        for (const [channel] of state ? channels.entries() : []) {
          await perform({ kind: 'add', who, channel, delay: 0 })
          if (state !== 'pending') await perform({ kind: 'verify', who, channel, delay: 0 })
          if (state === 'verified') await perform({ kind: 'found', who, channel, delay: 0 })
        }
      const outcomes = await Promise.all(all.map(perform))
      for (const [at, outcome] of outcomes.entries()) {
        const key = `${all[at]?.kind} ${outcome}`
        counts[key] = (counts[key] ?? 0) + 1
      }
      expect(await findBrokenClaims()).toEqual([])
      const pending = await queryRaw<{ id: number }>(
        api.db,
        'select id from channel_requests where failure is null',
      )
      for (const { id } of pending)
        await settleRequest(api.db, id, { found: channels[0] as never }, new Date())
      expect(await queryRaw(api.db, 'select id from channel_requests where failure is null')).toEqual([])
      expect(await findBrokenClaims()).toEqual([])
    }),
    { numRuns: runs },
  )
  if (process.env.RACES) console.log(counts)
})
