import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  addChannel,
  type Channel,
  dropChannelRequest,
  findChannel,
  listChannels,
  verifyChannel,
} from '#contract/channels.ts'
import { listMembers } from '#contract/members.ts'
import { readMe } from '#contract/session.ts'
import { selectRequest, settleRequest } from '#server/channels/registration.ts'
import { selectVerifying } from '#server/channels/verification.ts'
import { type Api, startApi } from '#tests/support/api.ts'
import { notedJobs, youtubeChannel, youtubeOf } from '#tests/support/channels.ts'
import { channelNamed } from '#tests/support/facts.ts'
import { assign, makeAccount, makeChannel, makeSite, signIn } from '#tests/support/people.ts'

let api: Api
const noted = notedJobs()
const tube = youtubeOf()
const ids: Record<string, number> = {}
const tokens: Record<string, string> = {}
const one = youtubeChannel(channelNamed('one'), { name: '오늘의 먹방', handle: '@오늘의먹방' })
const two = youtubeChannel(channelNamed('two'), { handle: null, thumbnail: null, subscribers: null })

beforeAll(async () => {
  api = await startApi(undefined, undefined, { jobs: noted.jobs, youtube: tube.youtube })
  const site = await makeSite(api.db)
  ids.boss = await makeAccount(api.db, site, 'boss@example.test')
  ids.member = await makeAccount(api.db, site, 'member@example.test', ids.boss)
  ids.other = await makeAccount(api.db, site, 'other@example.test', ids.boss)
  ids.rival = await makeAccount(api.db, site, 'rival@example.test')
  ids.alone = await makeAccount(api.db, site, 'alone@example.test', undefined, false)
  for (const name of Object.keys(ids)) tokens[name] = await signIn(api, `${name}@example.test`)
})
afterAll(() => api.close())
beforeEach(async () => {
  await api.db.exec(
    'delete from channel_requests; delete from channel_reviews; delete from assignments; delete from channels; delete from attempts',
  )
  api.clock.now = new Date()
  Object.assign(tube, { channels: [one, two], trouble: null, asked: 0 })
  noted.sent.length = 0
  noted.nudged.length = 0
})

const linkOf = ({ channelId }: { channelId: string }) => `https://www.youtube.com/channel/${channelId}`
const add = (who: string, link: string, category = 'people') =>
  api.call(addChannel, { token: tokens[who], body: { link, category } })
const list = (who: string, query: Record<string, string | number> = {}) =>
  api.ask(listChannels, { token: tokens[who], query })
const saidOf = ({ status, body }: { status: number; body: { code: string; fields?: object } }) => [
  status,
  body.code,
  Object.entries(body.fields ?? {}).map(([field, { code }]) => `${field}: ${code}`),
]

describe('a channel that is added', () => {
  test('is found first, then registered: unverified, with a code, and nobody’s where a manager adds it', async () => {
    const { found } = await api.ask(findChannel, { token: tokens.boss, query: { link: linkOf(one) } })
    const { descriptions: _, ...told } = one
    expect(found).toEqual({ ...told, page: linkOf(one) })
    const { body } = await add('boss', linkOf(one), 'comedy')
    expect(body.request).toBeNull()
    const channel: Channel = body.channel
    expect(channel).toMatchObject({
      channelId: one.channelId,
      name: '오늘의 먹방',
      handle: '@오늘의먹방',
      thumbnail: one.thumbnail,
      page: linkOf(one),
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
    expect(channel.verificationCode).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/)
    expect((await list('boss')).channels).toEqual([channel])
    expect((await list('member')).channels).toEqual([])
    const code = channel.verificationCode?.replace('-', '')
    await api.ask(verifyChannel, { token: tokens.boss, body: { id: channel.id } })
    expect(await selectVerifying(api.db, channel.id)).toEqual({ channelId: one.channelId, code })
  })

  test('by a member is the member’s, of the network, and not the member’s to delete', async () => {
    const { channel } = (await add('member', linkOf(two))).body
    expect(channel).toMatchObject({ members: [], deletable: false, handle: null, thumbnail: null })
    expect((await list('boss')).channels[0]?.members).toEqual([{ id: ids.member, nickname: 'member' }])
    expect((await list('other')).channels).toEqual([])
    const { user } = await api.ask(readMe, { token: tokens.member })
    expect(user.settings.channel_verify_needed).toBe(true)
  })

  test('by who stands alone is theirs to delete', async () => {
    expect((await add('alone', linkOf(two))).body.channel).toMatchObject({ deletable: true, members: [] })
    expect((await list('alone')).channels).toHaveLength(1)
  })

  test('that somebody has is refused, without a word about who, and free again when it is removed', async () => {
    await add('rival', linkOf(one))
    const refused = [409, 'taken', ['link: channel_taken']]
    expect(saidOf(await add('boss', linkOf(one)))).toEqual(refused)
    expect(saidOf(await add('rival', linkOf(one)))).toEqual(refused)
    const found = await api.call(findChannel, { token: tokens.boss, query: { link: linkOf(one) } })
    expect(saidOf(found)).toEqual(refused)
    await api.db.query('update channels set removed_at = now()')
    expect((await add('boss', linkOf(one))).status).toBe(200)
  })

  test.each([
    ['', 'channel_link_required'],
    ['https://example.com/@someone', 'channel_link_invalid'],
    ['https://www.youtube.com/c/somebody', 'channel_link_custom'],
    ['@nobody', 'channel_unknown'],
  ])('by the link %j is refused as %s', async (link, code) => {
    expect(saidOf(await add('boss', link))).toEqual([422, 'invalid', [`link: ${code}`]])
    const found = await api.call(findChannel, { token: tokens.boss, query: { link } })
    expect(saidOf(found)).toEqual([422, 'invalid', [`link: ${code}`]])
  })

  test('has a category', async () => {
    expect(saidOf(await add('boss', linkOf(one), ''))).toEqual([
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
      tube.trouble = trouble
      const { found } = await api.ask(findChannel, { token: tokens.member, query: { link: linkOf(one) } })
      expect(found).toBeNull()
      const { channel, request } = (await add('member', ` ${linkOf(one)} `, 'music')).body
      expect(channel).toBeNull()
      expect(request).toEqual({
        id: expect.any(Number),
        link: linkOf(one),
        category: 'music',
        requestedAt: api.clock.now.toISOString(),
        failure: null,
      })
      expect(noted.sent).toEqual([['find-channel', request.id]])
      expect(noted.nudged).toEqual(['find-channel'])
      for (const who of ['member', 'boss']) expect((await list(who)).requests).toEqual([request])
      for (const who of ['other', 'rival']) expect((await list(who)).requests).toEqual([])
      expect(await selectRequest(api.db, request.id)).toEqual({ link: { kind: 'id', value: one.channelId } })
      await settleRequest(api.db, request.id, { found: one })
      const { requests, channels } = await list('member')
      expect([requests, channels]).toEqual([
        [],
        [expect.objectContaining({ category: 'music', name: one.name })],
      ])
      expect(await selectRequest(api.db, request.id)).toBeNull()
      await settleRequest(api.db, request.id, { found: two })
      expect((await list('boss')).total).toBe(1)
    },
  )

  test('an answer comes within five seconds', async () => {
    tube.trouble = 'never'
    const started = performance.now()
    expect((await add('boss', linkOf(one))).body.request).toMatchObject({ failure: null })
    expect(performance.now() - started).toBeLessThan(5_000)
  })

  test('the same link waits once; what was given up says why, and can be removed', async () => {
    tube.trouble = 'no_answer'
    const { request } = (await add('member', '@late')).body
    expect((await add('member', '@late')).body.request).toEqual(request)
    await settleRequest(api.db, request.id, { failure: 'channel_unknown' })
    await settleRequest(api.db, request.id, { failure: 'quota' })
    expect((await list('member')).requests).toEqual([{ ...request, failure: 'channel_unknown' }])
    expect(await selectRequest(api.db, request.id)).toBeNull()
    const drop = (who: string) =>
      api.call(dropChannelRequest, { token: tokens[who], body: { id: request.id } })
    expect((await drop('other')).body.code).toBe('not_found')
    expect((await drop('rival')).body.code).toBe('not_found')
    expect((await drop('boss')).status).toBe(200)
    expect((await drop('member')).body.code).toBe('not_found')
  })

  test('a channel that somebody registers meanwhile is told as taken', async () => {
    tube.trouble = 'no_answer'
    const { request } = (await add('member', linkOf(one))).body
    await makeChannel(api.db, ids.rival ?? 0, one.channelId)
    await settleRequest(api.db, request.id, { found: one })
    expect((await list('member')).requests).toMatchObject([{ failure: 'channel_taken' }])
  })

  test('an account has twenty waiting at most, also when it asks for many at once', async () => {
    tube.trouble = 'no_answer'
    const replies = await Promise.all(Array.from({ length: 25 }, (_, at) => add('member', `@waiting${at}`)))
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(20)
    expect(replies.filter(({ body }) => body.code === 'too_many')).toHaveLength(5)
    expect((await list('member')).requests).toHaveLength(20)
    expect((await add('other', '@waiting')).status).toBe(200)
  })

  test('a bug is no silence', async () => {
    Object.assign(tube, { channels: null })
    expect((await add('boss', linkOf(one))).body.code).toBe('internal')
  })
})

test('an account looks up sixty links in ten minutes', async () => {
  api.clock.now = new Date('2026-11-20T10:01:00Z')
  const look = () => api.call(findChannel, { token: tokens.boss, query: { link: '@nobody' } })
  for (let at = 0; at < 60; at++) expect((await look()).body.code).toBe('invalid')
  expect((await look()).body.code).toBe('too_many')
  expect((await add('boss', linkOf(one))).body.code).toBe('too_many')
  expect(tube.asked).toBe(60)
  expect((await add('member', linkOf(one))).status).toBe(200)
  api.clock.now = new Date('2026-11-20T10:11:00Z')
  expect((await look()).body.code).toBe('invalid')
})

test('a channel’s verification is begun ten times in ten minutes', async () => {
  const { channel } = (await add('boss', linkOf(one))).body
  const begin = async () => {
    const { body } = await api.call(verifyChannel, { token: tokens.boss, body: { id: channel.id } })
    await api.db.query(`update channels set verification_status = 'pending'`)
    return body.code
  }
  for (let at = 0; at < 10; at++) expect(await begin()).toBeUndefined()
  expect(await begin()).toBe('too_many')
  expect(noted.sent).toHaveLength(10)
})

describe('the list', () => {
  const put = async (
    word: string,
    more: Parameters<typeof makeChannel>[3] & { name?: string; handle?: string },
  ) => {
    const id = await makeChannel(api.db, ids.boss ?? 0, channelNamed(word), more)
    await api.db.query(
      `update channels
      set name = $2,
        handle = $3,
        registered_at = timestamptz '2026-01-01' + registration_id * interval '1 hour'
      where registration_id = $1`,
      [id, more.name ?? word, more.handle ?? null],
    )
    return id
  }

  test('is narrowed by words, state and member, and counts all states whatever is searched for', async () => {
    const unverified = await put('a', { approval: 0, verification: 'verifying', name: 'Ｍｕｓｉｃ 100%' })
    const pending = await put('b', { approval: 0, name: '먹방 Music', handle: '@eat_music' })
    const held = await put('c', { approval: 1 })
    const approved = await put('d', { approval: 2 })
    const rejected = await put('e', { approval: 3, verification: 'pending' })
    for (const id of [pending, approved]) await assign(api.db, id, ids.member ?? 0)
    const all = [rejected, approved, held, pending, unverified]
    const idsOf = async (who: string, query: Record<string, string | number>) =>
      (await list(who, query)).channels.map(({ id }) => id)
    expect(await idsOf('boss', {})).toEqual(all)
    expect((await list('boss', { search: 'nothing', state: 'held' })).counts).toEqual({
      unverified: 1,
      pending: 1,
      held: 1,
      approved: 1,
      rejected: 1,
    })
    for (const [state, id] of Object.entries({ unverified, pending, held, approved, rejected }))
      expect(await idsOf('boss', { state })).toEqual([id])
    expect(await idsOf('boss', { search: 'music' })).toEqual([pending, unverified])
    expect(await idsOf('boss', { search: 'music 먹' })).toEqual([pending])
    expect(await idsOf('boss', { search: '@EAT_' })).toEqual([pending])
    expect(await idsOf('boss', { search: '100%' })).toEqual([unverified])
    expect(await idsOf('boss', { search: channelNamed('d') })).toEqual([approved])
    expect(await idsOf('boss', { member: ids.member ?? 0 })).toEqual([approved, pending])
    expect(await idsOf('boss', { member: 'none', state: 'held' })).toEqual([held])
    expect(await idsOf('boss', { member: ids.rival ?? 0 })).toEqual([])
    expect(await list('boss', { member: 'none' })).toMatchObject({ total: 3 })
    expect(await list('boss', { size: 2, page: 1 })).toMatchObject({
      total: 5,
      channels: [{ id: held }, { id: pending }],
    })
    expect(await list('boss', { page: 9 })).toMatchObject({ total: 5, channels: [] })
    expect(await list('member')).toMatchObject({ total: 2, counts: { held: 0, pending: 1, approved: 1 } })
    const forbidden = await api.call(listChannels, { token: tokens.member, query: { member: 'none' } })
    expect(forbidden.body.code).toBe('forbidden')
    const strange = await api.call(listChannels, { token: tokens.boss, query: { state: 'odd' } })
    expect(strange.body.code).toBe('invalid')
  })

  test('of members is searched by nickname and email', async () => {
    const found = async (search: string) =>
      (await api.ask(listMembers, { token: tokens.boss, query: { search } })).members.map(({ id }) => id)
    expect(await found('MEMB')).toEqual([ids.member])
    expect(await found('example.test')).toEqual([ids.member, ids.other])
    expect(await found('%')).toEqual([])
    expect(await found(' ')).toEqual([ids.member, ids.other])
  })

  test('a rejected channel asks nobody to verify it', async () => {
    await makeChannel(api.db, ids.boss ?? 0, one.channelId, { approval: 3, verification: 'pending' })
    expect((await api.ask(readMe, { token: tokens.boss })).user.settings.channel_verify_needed).toBe(false)
  })
})
