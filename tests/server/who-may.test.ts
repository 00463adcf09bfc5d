import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'
import { type Api, startApi } from '#tests/support/api.ts'
import { notedJobs, youtubeChannel, youtubeOf } from '#tests/support/channels.ts'
import { channelNamed } from '#tests/support/facts.ts'
import { putMusics } from '#tests/support/musics.ts'
import {
  assign,
  everyone,
  makeAccount,
  makeChannel,
  makeSite,
  password,
  signIn,
} from '#tests/support/people.ts'

let api: Api
const tube = youtubeOf()
const free = youtubeChannel(channelNamed('free'))
const freeLink = `https://www.youtube.com/channel/${free.channelId}`
const tokens: Record<string, string> = {}
const ids = {
  member: 0,
  leaver: 0,
  pending: 0,
  held: 0,
  given: 0,
  deleted: 0,
  request: 0,
  session: 0,
  music: 0,
}

/** A call, whose it is, and what the network's manager hears. */
interface Asked {
  query?: Record<string, string | number>
  body?: object
  /** It names something of the network that is neither another's nor the member's. */
  theirs?: true
  /** 200 without a word. */
  manager?: number
}

const link = { link: freeLink }
const ofMember = () => ({ query: { period: 'latest', member: ids.member }, theirs: true }) as const
const video = () =>
  ({ query: { ...ofMember().query, video: 'abcdefghijk' }, theirs: true, manager: 404 }) as const

/** Every endpoint for which somebody has to be signed in, in an order in which the manager can make all the calls. */
const calls: Record<string, () => Asked> = {
  readMe: () => ({}),
  listSessions: () => ({}),
  endSessions: () => ({ body: { id: ids.session }, theirs: true }),
  readContacts: () => ({}),
  listMembers: () => ({}),
  addMember: () => ({ body: { user_id: 'new@example.test', password, nickname: 'New' } }),
  changeMember: () => ({
    body: { target: ids.member, password: 'another one', fee_rate: 12.5 },
    theirs: true,
  }),
  listFees: () => ({ query: { target: ids.member }, theirs: true }),
  removeMember: () => ({ body: { target: ids.leaver, password }, theirs: true }),
  listChannels: () => ({}),
  readChannel: () => ({ query: { id: ids.pending }, theirs: true }),
  findChannel: () => ({ query: link }),
  addChannel: () => ({ body: { ...link, category: 'people' } }),
  dropChannelRequest: () => ({ body: { id: ids.request }, theirs: true }),
  verifyChannel: () => ({ body: { id: ids.pending }, theirs: true }),
  requestReReview: () => ({ body: { id: ids.held }, theirs: true }),
  assignChannel: () => ({ body: { id: ids.pending, members: [ids.member] }, theirs: true }),
  unassignChannel: () => ({ body: { id: ids.given, member: ids.member }, theirs: true }),
  deleteChannel: () => ({ body: { id: ids.deleted, password, acknowledged: 'on' }, theirs: true }),
  followChannels: () => ({}),
  readDashboard: ofMember,
  listVideos: ofMember,
  readVideo: video,
  readVideoExtremes: ofMember,
  listChannelFigures: ofMember,
  readChannelSeries: ofMember,
  exportDays: ofMember,
  exportVideos: ofMember,
  exportChannels: ofMember,
  exportCountries: video,
  listMusics: () => ({}),
  listMoods: () => ({}),
  listFavourites: () => ({}),
  changeFavourite: () => ({ body: { music: ids.music, favourite: true } }),
  orderFavourites: () => ({ body: { musics: [ids.music] } }),
  listMusicUses: () => ({ query: { musics: String(ids.music) } }),
  listNotices: () => ({}),
  readNotice: () => ({ query: { id: 1 }, manager: 404 }),
  seeNotices: () => ({ body: { id: null } }),
  changeAccount: () => ({ body: { nickname: 'Renamed' } }),
  withdraw: () => ({ body: { password }, manager: 409 }),
  logout: () => ({}),
}

beforeAll(async () => {
  api = await startApi(undefined, undefined, { jobs: notedJobs().jobs, youtube: tube.youtube })
  const { db } = api
  tube.channels = [free]
  const site = await makeSite(db)
  const elsewhere = await makeSite(db, 'elsewhere.test')
  const boss = await makeAccount(db, site, 'boss@example.test')
  ids.member = await makeAccount(db, site, 'member@example.test', boss)
  ids.leaver = await makeAccount(db, site, 'leaver@example.test', boss)
  await makeAccount(db, site, 'rival@example.test')
  await makeAccount(db, elsewhere, 'stranger@example.test')
  const channel = (name: string, more: object = {}) =>
    makeChannel(db, boss, channelNamed(name), { verification: 'pending', approval: 0, ...more })
  ids.pending = await channel('pending')
  ids.held = await channel('held', { verification: 'verified', approval: 1 })
  ids.given = await channel('given')
  ids.deleted = await channel('deleted')
  await db.query(`update channels set held_at = now() - interval '80 hours' where registration_id = $1`, [
    ids.held,
  ])
  await assign(db, ids.given, ids.leaver)
  await assign(db, ids.given, ids.member)
  const [request] = await db.query<{ id: number }>(
    `insert into channel_requests (network_id, account_id, link, category)
    values ($1, $1, '@waiting', 'people')
    returning id`,
    [boss],
  )
  ids.request = request?.id ?? 0
  ids.music = (await putMusics(db, [{}]))[0] ?? 0
  tokens.other = await signIn(api, 'boss@example.test')
  const [session] = await db.query<{ id: number }>('select max(id) as id from sessions')
  ids.session = session?.id ?? 0
  for (const name of ['boss', 'member', 'rival']) tokens[name] = await signIn(api, `${name}@example.test`)
  tokens.elsewhere = await signIn(api, 'stranger@example.test', 'elsewhere.test')
  tokens.nobody = ''
  tokens.expired = await signIn(api, 'boss@example.test')
  await db.query(
    `update sessions set expires_at = now() - interval '1 minute' where id = (select max(id) from sessions)`,
  )
})
afterAll(() => api.close())

const guarded = endpoints.filter(({ access }) => access === 'account' || access === 'manager')
const called = Object.keys(calls).map(
  (name) => [name, guarded.find((one) => one.name === name) as Endpoint] as const,
)

test('every endpoint for which somebody has to be signed in is among them', () => {
  expect(Object.keys(calls).sort()).toEqual(guarded.map(({ name }) => name).sort())
})

const ask = async (who: string, one: Endpoint, { query, body }: Asked) => {
  const { status, body: reply } = await api.call(one, {
    token: tokens[who] ?? '',
    ...(query && { query }),
    body,
  })
  return [status, reply?.code]
}

/** Calls that are refused, with what the caller hears, and that leave everything as it was. */
async function expectRefused(who: string, one: Endpoint, expected: unknown[]): Promise<void> {
  const before = await everyone(api.db)
  expect(await ask(who, one, calls[one.name]?.() ?? {})).toEqual(expected)
  expect(await everyone(api.db)).toEqual(before)
}

describe.each(['nobody', 'expired', 'elsewhere'])('%s', (who) => {
  test.each(called)('is refused %s', async (_, one) => {
    await expectRefused(who, one, [401, 'unauthenticated'])
  })
})

describe('a member', () => {
  test.each(called.filter(([, { access }]) => access === 'manager'))('is refused %s', async (_, one) => {
    await expectRefused('member', one, [403, 'forbidden'])
  })
})

describe('another network’s manager', () => {
  test.each(called.filter(([name]) => calls[name]?.().theirs))('finds nothing by %s', async (_, one) => {
    await expectRefused('rival', one, [404, 'not_found'])
  })

  test.each(called.filter(([name, { method }]) => method === 'GET' && !calls[name]?.().theirs))(
    'hears nothing of the network by %s',
    async (_, one) => {
      const { body } = await api.call(one, { token: tokens.rival ?? '', ...calls[one.name]?.() })
      const text = JSON.stringify(body ?? '')
      for (const told of ['boss@', 'member@', 'leaver@', ...['pending', 'held', 'given'].map(channelNamed)])
        expect(text).not.toContain(told)
    },
  )
})

describe('the network’s manager', () => {
  test.each(called)('is answered %s', async (name, one) => {
    const wanted = calls[name]?.() ?? {}
    expect((await ask('boss', one, wanted))[0]).toBe(wanted.manager ?? 200)
  })
})
