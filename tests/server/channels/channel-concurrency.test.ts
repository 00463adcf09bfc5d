// @module-tag extended
// @module-tag adapter
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  addChannel,
  assignChannel,
  cancelChannelRequest,
  deleteChannel,
  requestReReview,
  unassignChannel,
  verifyChannel,
} from '#contract/channels/channel-changes.ts'
import { approvalStatus } from '#contract/channels/channel-states.ts'
import type { Endpoint } from '#contract/platform/endpoint.ts'
import { settleRequest } from '#server/channels/lifecycle/registration.ts'
import type { ReviewDecision } from '#server/channels/lifecycle/review.ts'
import { settleVerification } from '#server/channels/lifecycle/verification.ts'
import {
  createAccount,
  createChannel,
  createSite,
  insertAssignment,
  password,
  signIn,
} from '#tests/support/accounts.ts'
import { type Api, startApi } from '#tests/support/api.ts'
import {
  buildYoutubeChannel,
  createInMemoryYoutube,
  createRecordingJobs,
  findBrokenChannelInvariants,
  reviewChannel,
} from '#tests/support/channel-fixtures.ts'
import { channelIdFor, insertFacts, videoIdFor } from '#tests/support/facts.ts'
import { postgresUrl } from '#tests/support/postgres-database.ts'
import { execRaw, queryRaw } from '#tests/support/raw-sql.ts'

let api: Api
const recordingJobs = createRecordingJobs()
const youtube = createInMemoryYoutube()
let managerId: number
let memberId: number
let rivalId: number
const tokens: Record<string, string> = {}
/** The embedded database runs one transaction at a time, in few orders. */
const rounds = postgresUrl ? 12 : 6
/** Days before and after everything that people do here. */
const days = ['2026-01-05', '2099-01-05']

beforeAll(async () => {
  api = await startApi(undefined, undefined, { jobs: recordingJobs.jobs, youtube: youtube.youtube })
  const site = await createSite(api.db)
  managerId = await createAccount(api.db, site, 'boss@example.test')
  memberId = await createAccount(api.db, site, 'member@example.test', managerId)
  rivalId = await createAccount(api.db, site, 'rival@example.test')
  await createAccount(api.db, site, 'alone@example.test', undefined, false)
  for (const name of ['boss', 'member', 'rival', 'alone'])
    tokens[name] = await signIn(api, `${name}@example.test`)
  const facts = Array.from({ length: rounds }, (_, round) => channelIdFor(`round${round}`)).flatMap(
    (channelId) =>
      days.map((day) => ({
        day,
        channelId,
        videoId: videoIdFor('v'),
        country: 'KR',
        views: 10,
        premiumViews: 1,
        revenueMicros: 1_000,
        premiumRevenueMicros: 100,
      })),
  )
  await insertFacts(api.db, facts)
})
afterAll(() => api.close())
beforeEach(async () => {
  await execRaw(
    api.db,
    'delete from channel_requests; delete from channel_reviews; delete from assignments; delete from channels; delete from channel_daily; delete from network_daily; delete from rate_limit_windows',
  )
  recordingJobs.sent.length = 0
})

const tryCall = async (who: string, endpoint: Endpoint, body: object): Promise<string> => {
  const response = await api.request(endpoint, { token: tokens[who], body })
  return response.status === 200 ? 'ok' : response.body.code
}
const removeChannel = (id: number) => tryCall('boss', deleteChannel, { id, acknowledged: 'on', password })
const decideReview = (id: number, decision: ReviewDecision) =>
  reviewChannel(api.db, id, decision, 'Because.', new Date())

interface InitialState {
  approval?: number
  verification?: string
}

/** Runs many rounds of concurrent actions on one channel, started in each order. */
async function runConcurrently(
  initialState: InitialState,
  acts: (id: number, channelId: string) => (() => Promise<string>)[],
  expectOutcome: (outcomes: string[], id: number) => Promise<void> | void,
): Promise<void> {
  for (let round = 0; round < rounds; round++) {
    const channelId = channelIdFor(`round${round}`)
    const id = await createChannel(api.db, managerId, channelId, { approval: 0, ...initialState })
    await queryRaw(
      api.db,
      `update channels set earns_from = null, held_at = now() - interval '100 hours' where registration_id = $1`,
      [id],
    )
    await insertAssignment(api.db, id, memberId)
    const all = acts(id, channelId).map((act, at) => ({ act, at }))
    if (round % 2) all.reverse()
    const said = await Promise.all(all.map(async ({ act, at }) => ({ at, said: await act() })))
    await expectOutcome(
      said.sort((a, b) => a.at - b.at).map((one) => one.said),
      id,
    )
    expect(await findBrokenChannelInvariants(api.db)).toEqual([])
  }
}

const readState = async (id: number) =>
  (
    await queryRaw<{ approval: number; verification: string; removed: boolean; members: number }>(
      api.db,
      `select approval_status as approval,
        verification_status as verification,
        removed_at is not null as removed,
        (select count(*) from assignments s where s.registration_id = $1 and s.unassigned_at is null) as members
      from channels
      where registration_id = $1`,
      [id],
    )
  )[0]

test('assigned while it is deleted: it is gone, and nobody has it', () =>
  runConcurrently(
    {},
    (id) => [() => removeChannel(id), () => tryCall('boss', assignChannel, { id, members: [memberId] })],
    async ([removed, assigned], id) => {
      expect(removed).toBe('ok')
      expect(['ok', 'not_found']).toContain(assigned)
      expect(await readState(id)).toMatchObject({ removed: true, members: 0 })
    },
  ))

test('deleted twice: once', () =>
  runConcurrently(
    {},
    (id) => [() => removeChannel(id), () => removeChannel(id)],
    (said) => expect(said.toSorted()).toEqual(['not_found', 'ok']),
  ))

test('verified by several at once: begun once', () =>
  runConcurrently(
    { verification: 'pending' },
    (id) => ['boss', 'member', 'boss', 'member'].map((who) => () => tryCall(who, verifyChannel, { id })),
    async (said, id) => {
      expect(said).toEqual(['ok', 'ok', 'ok', 'ok'])
      expect(recordingJobs.sent.filter((job) => job[1] === id)).toEqual([['verify-channel', id]])
      expect(await readState(id)).toMatchObject({ verification: 'verifying' })
    },
  ))

test('verified while it is taken from the member: the member begins before or not at all', () =>
  runConcurrently(
    { verification: 'pending' },
    (id) => [
      () => tryCall('boss', unassignChannel, { id, member: memberId }),
      () => tryCall('member', verifyChannel, { id }),
    ],
    async ([unassigned, verified], id) => {
      expect(unassigned).toBe('ok')
      const { verification } = (await readState(id)) ?? {}
      // The reply is built afterwards, when the member may no longer see the channel.
      if (verification === 'pending') expect(verified).toBe('not_found')
    },
  ))

test('approved while it is deleted: gone, and without figures', () =>
  runConcurrently(
    {},
    (id) => [() => removeChannel(id), () => decideReview(id, approvalStatus.approved)],
    async ([removed, decided], id) => {
      expect(removed).toBe('ok')
      expect(['updated', 'not_found']).toContain(decided)
      expect(await readState(id)).toMatchObject({ removed: true, approval: decided === 'updated' ? 2 : 0 })
      expect(await queryRaw(api.db, 'select day from channel_daily')).toEqual([])
      expect(await queryRaw(api.db, 'select day from network_daily')).toEqual([])
    },
  ))

test('verification ends while it is deleted and while it is rejected', () =>
  runConcurrently(
    { verification: 'verifying' },
    (id) => [
      () => removeChannel(id),
      () => decideReview(id, approvalStatus.rejected),
      () => settleVerification(api.db, id, 'verified', recordingJobs.jobs, new Date()).then(() => 'settled'),
    ],
    async ([removed], id) => {
      expect(removed).toBe('ok')
      expect(await readState(id)).toMatchObject({ removed: true, members: 0 })
    },
  ))

/** Registers the same channel in the rival's network. */
const createRivalChannel = async (channelId: string, verification: string) => {
  const id = await createChannel(api.db, rivalId, channelId, { approval: 0, verification })
  await queryRaw(api.db, 'update channels set earns_from = null where registration_id = $1', [id])
  return id
}
const settleVerified = (id: number) =>
  settleVerification(api.db, id, 'verified', recordingJobs.jobs, new Date()).then(() => 'settled')

test('verified by two networks at once: one wins, and the other’s registration is closed', () =>
  runConcurrently(
    { verification: 'verifying' },
    (id, channelId) => {
      const rival = createRivalChannel(channelId, 'verifying')
      return [() => settleVerified(id), async () => settleVerified(await rival)]
    },
    async () => {
      const rows = await queryRaw(
        api.db,
        `select verification_status as verification,
          closed_reason as closed
        from channels
        where removed_at is null
          or closed_reason is not null
        order by closed_reason nulls first`,
      )
      expect(rows).toEqual([
        { verification: 'verified', closed: null },
        { verification: 'verifying', closed: 'claimed' },
      ])
      await queryRaw(api.db, 'update channels set removed_at = now(), closed_reason = null')
      await queryRaw(api.db, 'update assignments set unassigned_at = now(), until_day = from_day')
    },
  ))

test('registered by others while it is verified: refused, or closed by the verification', () =>
  runConcurrently(
    { verification: 'verifying' },
    (id, channelId) => {
      youtube.channels = [buildYoutubeChannel(channelId)]
      const body = { link: channelId, category: 'people' }
      return [
        () => settleVerified(id),
        () => tryCall('rival', addChannel, body),
        () => tryCall('alone', addChannel, body),
      ]
    },
    async (said, id) => {
      for (const outcome of said.slice(1)) expect(['ok', 'taken']).toContain(outcome)
      const rows = await queryRaw(
        api.db,
        'select registration_id as id from channels where removed_at is null',
      )
      expect(rows).toEqual([{ id }])
      await queryRaw(api.db, 'update channels set removed_at = now()')
      await queryRaw(api.db, 'update assignments set unassigned_at = now(), until_day = from_day')
    },
  ))

test('verified by another network while it is deleted, assigned and reviewed: gone, and nobody has it', () =>
  runConcurrently(
    { verification: 'pending' },
    (id, channelId) => {
      const rival = createRivalChannel(channelId, 'verifying')
      return [
        () => removeChannel(id),
        async () => settleVerified(await rival),
        () => tryCall('boss', assignChannel, { id, members: [memberId] }),
        () => decideReview(id, approvalStatus.held),
      ]
    },
    async ([removed], id) => {
      expect(['ok', 'not_found']).toContain(removed)
      expect(await readState(id)).toMatchObject({ removed: true, members: 0 })
      await queryRaw(api.db, 'update channels set removed_at = now() where removed_at is null')
    },
  ))

test('approved, held and rejected at once: the last word counts, and each is in the history', () =>
  runConcurrently(
    {},
    (id) =>
      [approvalStatus.approved, approvalStatus.held, approvalStatus.rejected].map(
        (word) => () => decideReview(id, word),
      ),
    async (said, id) => {
      expect(said).toEqual(['updated', 'updated', 'updated'])
      const [row] = await queryRaw<{ reviews: number }>(
        api.db,
        'select count(*) as reviews from channel_reviews where registration_id = $1',
        [id],
      )
      expect(row?.reviews).toBe(3)
    },
  ))

test('another review is asked for by two at once: by one', () =>
  runConcurrently(
    { approval: 1 },
    (id) => ['boss', 'member'].map((who) => () => tryCall(who, requestReReview, { id })),
    async (said, id) => {
      expect(said.toSorted()).toEqual(['changed', 'ok'])
      expect(await readState(id)).toMatchObject({ approval: 0 })
    },
  ))

test('approved while a load of other channels is approved: every total is right', async () => {
  const ids = await Promise.all(
    Array.from({ length: rounds }, (_, round) =>
      createChannel(api.db, managerId, channelIdFor(`round${round}`), { approval: 0 }),
    ),
  )
  expect(await Promise.all(ids.map((id) => decideReview(id, approvalStatus.approved)))).toEqual(
    ids.map(() => 'updated'),
  )
  await Promise.all(ids.slice(0, 5).map((id) => removeChannel(id)))
  expect(await findBrokenChannelInvariants(api.db)).toEqual([])
  const [row] = await queryRaw<{ views: number }>(
    api.db,
    'select sum(views)::bigint as views from network_daily',
  )
  expect(row?.views).toBe((rounds - 5) * 10 * days.length)
})

test('added by several at once: by one of each network', async () => {
  for (let round = 0; round < rounds; round++) {
    const found = buildYoutubeChannel(channelIdFor(`round${round}`))
    youtube.channels = [found]
    const body = { link: found.channelId, category: 'people' }
    const said = await Promise.all(
      ['boss', 'member', 'rival', 'alone', 'boss'].map((who) => tryCall(who, addChannel, body)),
    )
    expect(said.toSorted()).toEqual(['ok', 'ok', 'ok', 'taken', 'taken'])
  }
  const rows = await queryRaw(api.db, 'select registration_id from channels where removed_at is null')
  expect(rows).toHaveLength(rounds * 3)
  expect(await findBrokenChannelInvariants(api.db)).toEqual([])
})

test('taken back while the platform answers: registered, or not at all', async () => {
  youtube.failure = 'no_answer'
  for (let round = 0; round < rounds; round++) {
    const channelId = channelIdFor(`round${round}`)
    const reply = await api.request(addChannel, {
      token: tokens.member,
      body: { link: channelId, category: 'people' },
    })
    const { id } = reply.body.request
    const [dropped] = await Promise.all([
      tryCall('member', cancelChannelRequest, { id }),
      settleRequest(api.db, id, { found: buildYoutubeChannel(channelId) }, new Date()),
    ])
    const rows = await queryRaw(api.db, 'select registration_id from channels where channel_id = $1', [
      channelId,
    ])
    expect(rows).toHaveLength(dropped === 'ok' ? 0 : 1)
  }
  youtube.failure = null
  expect(await queryRaw(api.db, 'select id from channel_requests')).toEqual([])
})
