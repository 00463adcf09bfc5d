import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  addChannel,
  cancelChannelRequest,
  findChannel,
  verifyChannel,
} from '#contract/channels/channel-changes.ts'
import { type Channel, listChannels } from '#contract/channels/channels.ts'
import { listMembers } from '#contract/people/members.ts'
import { readMe } from '#contract/people/session.ts'
import { selectPendingRequest, settleRequest } from '#server/channels/lifecycle/registration.ts'
import { selectPendingVerification } from '#server/channels/lifecycle/verification.ts'
import {
  createAccount,
  createChannel,
  createSite,
  insertAssignment,
  signIn,
} from '#tests/support/accounts.ts'
import { type Api, startApi } from '#tests/support/api.ts'
import {
  buildYoutubeChannel,
  createInMemoryYoutube,
  createRecordingJobs,
} from '#tests/support/channel-fixtures.ts'
import { channelIdFor } from '#tests/support/facts.ts'
import { execRaw, queryRaw } from '#tests/support/raw-sql.ts'

let api: Api
const recordingJobs = createRecordingJobs()
const youtube = createInMemoryYoutube()
const accountIds: Record<string, number> = {}
const tokens: Record<string, string> = {}
const firstChannel = buildYoutubeChannel(channelIdFor('one'), { name: '오늘의 먹방', handle: '@오늘의먹방' })
const secondChannel = buildYoutubeChannel(channelIdFor('two'), {
  handle: null,
  thumbnail: null,
  subscribers: null,
})

beforeAll(async () => {
  api = await startApi(undefined, undefined, { jobs: recordingJobs.jobs, youtube: youtube.youtube })
  const site = await createSite(api.db)
  accountIds.boss = await createAccount(api.db, site, 'boss@example.test')
  accountIds.member = await createAccount(api.db, site, 'member@example.test', accountIds.boss)
  accountIds.other = await createAccount(api.db, site, 'other@example.test', accountIds.boss)
  accountIds.rival = await createAccount(api.db, site, 'rival@example.test')
  accountIds.alone = await createAccount(api.db, site, 'alone@example.test', undefined, false)
  for (const name of Object.keys(accountIds)) tokens[name] = await signIn(api, `${name}@example.test`)
})
afterAll(() => api.close())
beforeEach(async () => {
  await execRaw(
    api.db,
    'delete from channel_requests; delete from channel_reviews; delete from assignments; delete from channels; delete from rate_limit_windows',
  )
  api.clock.now = new Date()
  Object.assign(youtube, { channels: [firstChannel, secondChannel], failure: null, callCount: 0 })
  recordingJobs.sent.length = 0
  recordingJobs.woken.length = 0
})

const channelUrl = ({ channelId }: { channelId: string }) => `https://www.youtube.com/channel/${channelId}`
const requestAdd = (who: string, link: string, category = 'people') =>
  api.request(addChannel, { token: tokens[who], body: { link, category } })
const listChannelsAs = (who: string, query: Record<string, string | number> = {}) =>
  api.call(listChannels, { token: tokens[who], query })
const describeRefusal = ({ status, body }: { status: number; body: { code: string; fields?: object } }) => [
  status,
  body.code,
  Object.entries(body.fields ?? {}).map(([field, { code }]) => `${field}: ${code}`),
]

describe('a channel that is added', () => {
  test('is found first, then registered: unverified, with a code, and nobody’s where a manager adds it', async () => {
    const { found } = await api.call(findChannel, {
      token: tokens.boss,
      query: { link: channelUrl(firstChannel) },
    })
    const { descriptions: _, videoCount, ...shown } = firstChannel
    expect(found).toEqual({ ...shown, page: channelUrl(firstChannel) })
    const { body } = await requestAdd('boss', channelUrl(firstChannel), 'comedy')
    expect(body.request).toBeNull()
    const channel: Channel = body.channel
    expect(channel).toMatchObject({
      channelId: firstChannel.channelId,
      name: '오늘의 먹방',
      handle: '@오늘의먹방',
      thumbnail: firstChannel.thumbnail,
      page: channelUrl(firstChannel),
      category: 'comedy',
      approval: 0,
      verification: 'pending',
      verificationFailure: null,
      reason: null,
      registeredAt: api.clock.now.toISOString(),
      approvedAt: null,
      reReviewedAt: null,
      reReviewFrom: null,
      members: [],
      deletable: true,
    })
    const statistics =
      'select subscribers, video_count as "videoCount" from channels where registration_id = $1'
    expect(await queryRaw(api.db, statistics, [channel.id])).toEqual([
      { subscribers: firstChannel.subscribers, videoCount },
    ])
    expect(channel.verificationCode).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/)
    expect((await listChannelsAs('boss')).channels).toEqual([{ ...channel, profit: null, tags: [] }])
    expect((await listChannelsAs('member')).channels).toEqual([])
    const code = channel.verificationCode?.replace('-', '')
    await api.call(verifyChannel, { token: tokens.boss, body: { id: channel.id } })
    expect(await selectPendingVerification(api.db, channel.id)).toEqual({
      channelId: firstChannel.channelId,
      networkId: accountIds.boss,
      code,
    })
  })

  test('by a member is the member’s, of the network, and not the member’s to delete', async () => {
    const { channel } = (await requestAdd('member', channelUrl(secondChannel))).body
    expect(channel).toMatchObject({ members: [], deletable: false, handle: null, thumbnail: null })
    expect((await listChannelsAs('boss')).channels[0]?.members).toEqual([
      { id: accountIds.member, nickname: 'member' },
    ])
    expect((await listChannelsAs('other')).channels).toEqual([])
    const { user } = await api.call(readMe, { token: tokens.member })
    expect(user.settings.channel_verify_needed).toBe(true)
    expect(user.unverified_channels).toBe(1)
  })

  test('by who stands alone is theirs to delete', async () => {
    expect((await requestAdd('alone', channelUrl(secondChannel))).body.channel).toMatchObject({
      deletable: true,
      members: [],
    })
    expect((await listChannelsAs('alone')).channels).toHaveLength(1)
  })

  test('that somebody has verified is refused, without a word about who, and free again when it is removed', async () => {
    await requestAdd('rival', channelUrl(firstChannel))
    await queryRaw(api.db, `update channels set verification_status = 'verified'`)
    const refused = [409, 'taken', ['link: channel_claimed']]
    expect(describeRefusal(await requestAdd('boss', channelUrl(firstChannel)))).toEqual(refused)
    expect(describeRefusal(await requestAdd('rival', channelUrl(firstChannel)))).toEqual([
      409,
      'taken',
      ['link: channel_taken'],
    ])
    const found = await api.request(findChannel, {
      token: tokens.boss,
      query: { link: channelUrl(firstChannel) },
    })
    expect(describeRefusal(found)).toEqual(refused)
    await queryRaw(api.db, 'update channels set removed_at = now()')
    expect((await requestAdd('boss', channelUrl(firstChannel))).status).toBe(200)
  })

  test.each([
    ['', 'channel_link_required'],
    ['https://example.com/@someone', 'channel_link_invalid'],
    ['https://www.youtube.com/c/somebody', 'channel_link_custom'],
    ['@nobody', 'channel_unknown'],
  ])('by the link %j is refused as %s', async (link, code) => {
    expect(describeRefusal(await requestAdd('boss', link))).toEqual([422, 'invalid', [`link: ${code}`]])
    const found = await api.request(findChannel, { token: tokens.boss, query: { link } })
    expect(describeRefusal(found)).toEqual([422, 'invalid', [`link: ${code}`]])
  })

  test('has a category', async () => {
    expect(describeRefusal(await requestAdd('boss', channelUrl(firstChannel), ''))).toEqual([
      422,
      'invalid',
      ['category: category_required'],
    ])
  })
})

describe('while the platform does not tell', () => {
  test.each(['quota', 'no_answer'] as const)(
    '(%s) a registration waits and completes by itself',
    async (trouble) => {
      youtube.failure = trouble
      const { found } = await api.call(findChannel, {
        token: tokens.member,
        query: { link: channelUrl(firstChannel) },
      })
      expect(found).toBeNull()
      const { channel, request } = (await requestAdd('member', ` ${channelUrl(firstChannel)} `, 'music')).body
      expect(channel).toBeNull()
      expect(request).toEqual({
        id: expect.any(Number),
        link: channelUrl(firstChannel),
        category: 'music',
        requestedAt: api.clock.now.toISOString(),
        failure: null,
      })
      expect(recordingJobs.sent).toEqual([['find-channel', request.id]])
      expect(recordingJobs.woken).toEqual(['find-channel'])
      for (const who of ['member', 'boss']) expect((await listChannelsAs(who)).requests).toEqual([request])
      for (const who of ['other', 'rival']) expect((await listChannelsAs(who)).requests).toEqual([])
      expect(await selectPendingRequest(api.db, request.id)).toEqual({
        link: { kind: 'id', value: firstChannel.channelId },
        networkId: accountIds.boss,
      })
      await settleRequest(api.db, request.id, { found: firstChannel }, new Date())
      const { requests, channels } = await listChannelsAs('member')
      expect([requests, channels]).toEqual([
        [],
        [expect.objectContaining({ category: 'music', name: firstChannel.name })],
      ])
      expect(await selectPendingRequest(api.db, request.id)).toBeNull()
      await settleRequest(api.db, request.id, { found: secondChannel }, new Date())
      expect((await listChannelsAs('boss')).total).toBe(1)
    },
  )

  test('an answer comes within five seconds', async () => {
    youtube.failure = 'never'
    const createTimeout = AbortSignal.timeout.bind(AbortSignal)
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => createTimeout(10))
    expect((await requestAdd('boss', channelUrl(firstChannel))).body.request).toMatchObject({ failure: null })
    expect(timeout.mock.calls).toEqual([[expect.toSatisfy((ms) => ms < 5_000)]])
  })

  test('the same link waits once; what was given up says why, and can be removed', async () => {
    youtube.failure = 'no_answer'
    const { request } = (await requestAdd('member', '@late')).body
    expect((await requestAdd('member', '@late')).body.request).toEqual(request)
    await settleRequest(api.db, request.id, { failure: 'channel_unknown' }, new Date())
    await settleRequest(api.db, request.id, { failure: 'quota' }, new Date())
    expect((await listChannelsAs('member')).requests).toEqual([{ ...request, failure: 'channel_unknown' }])
    expect(await selectPendingRequest(api.db, request.id)).toBeNull()
    const drop = (who: string) =>
      api.request(cancelChannelRequest, { token: tokens[who], body: { id: request.id } })
    expect((await drop('other')).body.code).toBe('not_found')
    expect((await drop('rival')).body.code).toBe('not_found')
    expect((await drop('boss')).status).toBe(200)
    expect((await drop('member')).body.code).toBe('not_found')
  })

  test('a channel that somebody verifies meanwhile is told as claimed', async () => {
    youtube.failure = 'no_answer'
    const { request } = (await requestAdd('member', channelUrl(firstChannel))).body
    await createChannel(api.db, accountIds.rival ?? 0, firstChannel.channelId)
    await settleRequest(api.db, request.id, { found: firstChannel }, new Date())
    expect((await listChannelsAs('member')).requests).toMatchObject([{ failure: 'channel_claimed' }])
  })

  test('an account has twenty waiting at most, also when it asks for many at once', async () => {
    youtube.failure = 'no_answer'
    const replies = await Promise.all(
      Array.from({ length: 25 }, (_, at) => requestAdd('member', `@waiting${at}`)),
    )
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(20)
    expect(replies.filter(({ body }) => body.code === 'too_many')).toHaveLength(5)
    expect((await listChannelsAs('member')).requests).toHaveLength(20)
    expect((await requestAdd('other', '@waiting')).status).toBe(200)
  })

  test('a bug is no silence', async () => {
    Object.assign(youtube, { channels: null })
    expect((await requestAdd('boss', channelUrl(firstChannel))).body.code).toBe('internal')
  })
})

test('an account looks up sixty links in ten minutes', async () => {
  api.clock.now = new Date('2026-11-20T10:01:00Z')
  const look = () => api.request(findChannel, { token: tokens.boss, query: { link: '@nobody' } })
  for (let at = 0; at < 60; at++) expect((await look()).body.code).toBe('invalid')
  expect((await look()).body.code).toBe('too_many')
  expect((await requestAdd('boss', channelUrl(firstChannel))).body.code).toBe('too_many')
  expect(youtube.callCount).toBe(60)
  expect((await requestAdd('member', channelUrl(firstChannel))).status).toBe(200)
  api.clock.now = new Date('2026-11-20T10:11:00Z')
  expect((await look()).body.code).toBe('invalid')
})

test('a channel’s verification is begun ten times in ten minutes', async () => {
  const { channel } = (await requestAdd('boss', channelUrl(firstChannel))).body
  const begin = async () => {
    const { body } = await api.request(verifyChannel, { token: tokens.boss, body: { id: channel.id } })
    await queryRaw(api.db, `update channels set verification_status = 'pending'`)
    return body.code
  }
  for (let at = 0; at < 10; at++) expect(await begin()).toBeUndefined()
  expect(await begin()).toBe('too_many')
  expect(recordingJobs.sent).toHaveLength(10)
})

describe('the list', () => {
  const put = async (
    word: string,
    more: Parameters<typeof createChannel>[3] & { name?: string; handle?: string },
  ) => {
    const id = await createChannel(api.db, accountIds.boss ?? 0, channelIdFor(word), more)
    await queryRaw(
      api.db,
      `update channels
      set name = $2,
        handle = $3,
        registered_at = timestamptz '2026-01-01' + registration_id * interval '1 hour'
      where registration_id = $1`,
      [id, more.name ?? word, more.handle ?? null],
    )
    return id
  }

  test('is narrowed by words, state and member, and counts the states of what matches the words and the member', async () => {
    const unverified = await put('a', { approval: 0, verification: 'verifying', name: 'Ｍｕｓｉｃ 100%' })
    const pending = await put('b', { approval: 0, name: '먹방 Music', handle: '@eat_music' })
    const held = await put('c', { approval: 1 })
    const approved = await put('d', { approval: 2 })
    const rejected = await put('e', { approval: 3, verification: 'pending' })
    for (const id of [pending, approved]) await insertAssignment(api.db, id, accountIds.member ?? 0)
    const all = [rejected, approved, held, pending, unverified]
    const idsOf = async (who: string, query: Record<string, string | number>) =>
      (await listChannelsAs(who, { sort: 'registered', ...query })).channels.map(({ id }) => id)
    expect(await idsOf('boss', {})).toEqual(all)
    const counts = { unverified: 0, pending: 0, held: 0, approved: 0, rejected: 0 }
    const countsOf = async (query: Record<string, string | number>) =>
      (await listChannelsAs('boss', { state: 'held', size: 1, ...query })).counts
    expect(await countsOf({})).toEqual({ unverified: 1, pending: 1, held: 1, approved: 1, rejected: 1 })
    expect(await countsOf({ search: 'music' })).toEqual({ ...counts, unverified: 1, pending: 1 })
    expect(await countsOf({ member: accountIds.member ?? 0 })).toEqual({ ...counts, pending: 1, approved: 1 })
    expect(await countsOf({ member: 'none' })).toEqual({ ...counts, unverified: 1, held: 1, rejected: 1 })
    expect(await countsOf({ search: 'nothing' })).toEqual(counts)
    for (const [state, id] of Object.entries({ unverified, pending, held, approved, rejected }))
      expect(await idsOf('boss', { state })).toEqual([id])
    expect(await idsOf('boss', { search: 'music' })).toEqual([pending, unverified])
    expect(await idsOf('boss', { search: 'music 먹' })).toEqual([pending])
    expect(await idsOf('boss', { search: '@EAT_' })).toEqual([pending])
    expect(await idsOf('boss', { search: '100%' })).toEqual([unverified])
    expect(await idsOf('boss', { search: channelIdFor('d') })).toEqual([approved])
    expect(await idsOf('boss', { member: accountIds.member ?? 0 })).toEqual([approved, pending])
    expect(await idsOf('boss', { member: 'none', state: 'held' })).toEqual([held])
    expect(await idsOf('boss', { member: accountIds.rival ?? 0 })).toEqual([])
    expect(await listChannelsAs('boss', { member: 'none' })).toMatchObject({ total: 3 })
    expect(await listChannelsAs('boss', { sort: 'registered', size: 2, page: 1 })).toMatchObject({
      total: 5,
      channels: [{ id: held }, { id: pending }],
    })
    expect(await listChannelsAs('boss', { page: 9 })).toMatchObject({ total: 5, channels: [] })
    expect(await listChannelsAs('member')).toMatchObject({
      total: 2,
      counts: { held: 0, pending: 1, approved: 1 },
    })
    const forbidden = await api.request(listChannels, { token: tokens.member, query: { member: 'none' } })
    expect(forbidden.body.code).toBe('forbidden')
    const strange = await api.request(listChannels, { token: tokens.boss, query: { state: 'odd' } })
    expect(strange.body.code).toBe('invalid')
  })

  test('of members is searched by nickname and email', async () => {
    const found = async (search: string) =>
      (await api.call(listMembers, { token: tokens.boss, query: { search } })).members.map(({ id }) => id)
    expect(await found('MEMB')).toEqual([accountIds.member])
    expect(await found('example.test')).toEqual([accountIds.member, accountIds.other])
    expect(await found('%')).toEqual([])
    expect(await found(' ')).toEqual([accountIds.member, accountIds.other])
  })

  test('a rejected channel asks nobody to verify it', async () => {
    await createChannel(api.db, accountIds.boss ?? 0, firstChannel.channelId, {
      approval: 3,
      verification: 'pending',
    })
    expect((await api.call(readMe, { token: tokens.boss })).user.settings.channel_verify_needed).toBe(false)
  })
})
