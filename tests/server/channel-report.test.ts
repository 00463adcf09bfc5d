import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { channelSorts, listChannelFigures, readChannelSeries } from '#contract/channel-report.ts'
import { type Api, startApi } from '#tests/support/api.ts'
import { channelNamed, type Fact, putFacts, settle, videoNamed } from '#tests/support/facts.ts'
import { assign, makeAccount, makeChannel, makeSite, signIn } from '#tests/support/people.ts'

let api: Api
let manager: number
let member: number
let rival: number
let token: string
let memberToken: string
let idleToken: string
let rivalToken: string
const one = channelNamed('one')
const two = channelNamed('two')
const three = channelNamed('three')
const unverified = channelNamed('unverified')
const foreign = channelNamed('foreign')
const picture = 'https://example.test/one.jpg'

beforeAll(async () => {
  api = await startApi()
  const site = await makeSite(api.db)
  manager = await makeAccount(api.db, site, 'boss@example.test')
  member = await makeAccount(api.db, site, 'member@example.test', manager)
  await makeAccount(api.db, site, 'idle@example.test', manager)
  rival = await makeAccount(api.db, site, 'rival@example.test')
  await assign(api.db, await makeChannel(api.db, manager, one), member)
  await makeChannel(api.db, manager, two, { earnsFrom: '2026-09-10' })
  await assign(api.db, await makeChannel(api.db, manager, three), member)
  await makeChannel(api.db, manager, unverified, { verification: 'verifying' })
  await makeChannel(api.db, rival, foreign)
  await api.db.query('update channels set thumbnail = $1 where channel_id = $2', [picture, one])
  token = await signIn(api, 'boss@example.test')
  memberToken = await signIn(api, 'member@example.test')
  idleToken = await signIn(api, 'idle@example.test')
  rivalToken = await signIn(api, 'rival@example.test')
})
afterAll(() => api.close())
afterEach(async () => {
  await api.db.exec(
    `delete from activity_facts; delete from revenue_facts; delete from report_current; delete from report_loads;
    delete from exchange_rates; delete from fee_rates`,
  )
  await api.db.exec(`update channels set name = 'Channel ____'`)
  await api.db.query(
    'delete from assignments where registration_id in (select registration_id from channels where channel_id = $1)',
    [two],
  )
  await settle(api.db)
})

type Query = Record<string, string | number>
const channels = (query: Query = {}, as = token) => api.ask(listChannelFigures, { token: as, query })
const series = (query: Query, as = token) => api.ask(readChannelSeries, { token: as, query })

const fact = (day: string, channelId: string, video: string, figures: Partial<Fact> = {}): Fact => ({
  day,
  channelId,
  videoId: video && videoNamed(video),
  country: 'KR',
  views: 0,
  premiumViews: 0,
  revenueMicros: 0,
  premiumRevenueMicros: 0,
  ...figures,
})

const addRates = () =>
  api.db.query(`insert into exchange_rates values ('2026-11-01', 1400500000), ('2026-11-02', 1387654321)`)

const addFees = () =>
  api.db.query(
    `insert into fee_rates (account_id, from_day, permille) values ($1, '2026-09-15', 125), ($1, '2026-11-02', 333)`,
    [member],
  )

/** Three days of November, the second without facts of anybody, and one to compare with. */
async function putSmallNetwork(): Promise<void> {
  await addRates()
  await addFees()
  await putFacts(api.db, [
    fact('2026-10-01', two, 'x', { views: 9, revenueMicros: 10 }),
    fact('2026-11-01', one, 'a', {
      views: 100,
      premiumViews: 7,
      revenueMicros: 1_000_000,
      premiumRevenueMicros: 100,
    }),
    fact('2026-11-01', one, 'b', { views: 20, revenueMicros: 1 }),
    fact('2026-11-03', one, 'a', { views: 3, revenueMicros: 1 }),
    fact('2026-11-03', one, '', { views: 1 }),
    fact('2026-11-03', two, 'x', { views: 40, revenueMicros: 1 }),
    fact('2026-11-03', unverified, 'y', { views: 500, revenueMicros: 500 }),
    fact('2026-11-03', foreign, 'z', { views: 7_000, revenueMicros: 7_000 }),
  ])
}

// By hand. Channel one: 1,000,001 micros × 1.4005 = 1,400,501.4 → 1,400,501, and on the 3rd 1 × 1.3877 → 1. Its net:
// less 12.5 % (175,062.6 → 175,063) = 1,225,438, and less 33.3 % of 1 (0.3 → 0) = 1. Channel two: 1 → 1. Premium: 100 ×
// 1.4005 = 140.05 → 140, less 17.5 → 18 = 122. The network's 3rd: 2 × 1.3877 = 2.8 → 3, one more than its channels.
const gross = {
  channelId: one,
  name: 'Channel ____',
  thumbnail: picture,
  views: 124,
  premiumViews: 7,
  shorts: 2,
}

const second = {
  channelId: two,
  name: 'Channel ____',
  thumbnail: null,
  views: 40,
  premiumViews: 0,
  profit: 1,
  premiumProfit: 0,
  memberProfit: null,
  shorts: 1,
}

test('the manager of a small network sees each channel, the highest profit first', async () => {
  await putSmallNetwork()
  expect(await channels()).toMatchObject({
    currency: 'KRW',
    range: { from: '2026-11-01', to: '2026-11-03' },
    total: 2,
    channels: [{ ...gross, profit: 1_400_502, premiumProfit: 140, memberProfit: null }, second],
    nextCursor: null,
  })
})

test('a member sees the own channels net of the fee of each day, the manager who chose the member both', async () => {
  await putSmallNetwork()
  expect(await channels({}, memberToken)).toMatchObject({
    total: 1,
    channels: [{ ...gross, profit: 1_225_439, premiumProfit: 122, memberProfit: null }],
  })
  expect((await channels({ member })).channels).toEqual([
    { ...gross, profit: 1_400_502, premiumProfit: 140, memberProfit: 1_225_439 },
  ])
})

test('a series has the channels in the order asked for and all others together; a day without facts is a gap', async () => {
  await putSmallNetwork()
  expect((await series({ channels: `${two},${one},${two}` })).report).toEqual({
    range: { from: '2026-11-01', to: '2026-11-03' },
    days: ['2026-11-01', '2026-11-02', '2026-11-03'],
    channels: [
      { channelId: two, name: 'Channel ____', views: [0, null, 40], profit: [0, null, 1] },
      { channelId: one, name: 'Channel ____', views: [120, null, 4], profit: [1_400_501, null, 1] },
    ],
    other: { views: [0, null, 0], profit: [0, null, 0] },
  })
  expect((await series({ channels: two })).report?.other).toEqual({
    views: [120, null, 4],
    profit: [1_400_501, null, 1],
  })
  expect((await series({ channels: unverified })).report).toMatchObject({
    channels: [{ views: [0, null, 0] }],
    other: { views: [120, null, 44], profit: [1_400_501, null, 3] },
  })
})

test('a member’s series is net and holds nothing of others; the manager’s for the member is gross', async () => {
  await putSmallNetwork()
  expect((await series({ channels: three }, memberToken)).report).toMatchObject({
    channels: [{ channelId: three, views: [0, null, 0], profit: [0, null, 0] }],
    other: { views: [120, null, 4], profit: [1_225_438, null, 1] },
  })
  expect((await series({ channels: three, member })).report?.other.profit).toEqual([1_400_501, null, 1])
})

test('unasked, a series shows the five channels with the highest profit that the caller sees', async () => {
  await putSmallNetwork()
  const shown = async (query: Query, as?: string) =>
    (await series(query, as)).report?.channels.map(({ channelId }) => channelId)
  expect(await shown({})).toEqual([one, two])
  expect(await shown({}, memberToken)).toEqual([one])
  expect(await shown({ member })).toEqual([one])
  const more = [...'abcdef'].map(channelNamed)
  for (const channelId of more) await makeChannel(api.db, manager, channelId)
  await putFacts(
    api.db,
    more.map((channelId, at) => fact('2026-11-03', channelId, 'm', { revenueMicros: 9_000_000 + at })),
    'second',
  )
  expect(await shown({})).toEqual(more.slice(1).reverse())
  await api.db.query('delete from channels where channel_id = any($1)', [more])
})

const listed = async (query: Query, as = token) => {
  const ids: string[] = []
  let cursor: string | null = null
  do {
    const page: Awaited<ReturnType<typeof channels>> = await channels(
      { size: 1, ...query, ...(cursor !== null && { cursor }) },
      as,
    )
    ids.push(...page.channels.map(({ channelId }) => channelId))
    cursor = page.nextCursor
  } while (cursor !== null)
  return ids
}

test('ties are in the order of the ids, the same way as the rest, whoever asks', async () => {
  await assignAll()
  await putFacts(
    api.db,
    [two, three, one].map((id) => fact('2026-11-01', id, 'x', { revenueMicros: 5 })),
  )
  for (const as of [token, memberToken]) {
    for (const sort of channelSorts) {
      expect(await listed({ sort, order: 'asc' }, as)).toEqual([one, three, two])
      // without views there is no price, and what has none is at the end in one order
      const back = sort === 'price' ? [one, three, two] : [two, three, one]
      expect(await listed({ sort, order: 'desc' }, as)).toEqual(back)
    }
  }
})

const assignAll = () =>
  api.db.query(
    `insert into assignments (registration_id, account_id)
    select registration_id, $1 from channels where channel_id = $2
    on conflict do nothing`,
    [member, two],
  )

test('channels without views come last, and a search finds words of the name or the id', async () => {
  await assignAll()
  await putFacts(api.db, [
    fact('2026-11-01', one, 'x', { views: 10, revenueMicros: 90 }),
    fact('2026-11-01', two, 'y', { revenueMicros: 900 }),
    fact('2026-11-01', three, 'z', { views: 10, revenueMicros: 50 }),
  ])
  const rename = (channelId: string, name: string) =>
    api.db.query('update channels set name = $2 where channel_id = $1', [channelId, name])
  await rename(one, '먹방 여행 100%')
  await rename(two, 'ＴＲＡＶＥＬ 먹방')
  await rename(three, '旅行 1000')
  await settle(api.db)
  for (const as of [token, memberToken]) {
    expect(await listed({ sort: 'price', order: 'desc' }, as)).toEqual([one, three, two])
    expect(await listed({ sort: 'price', order: 'asc' }, as)).toEqual([three, one, two])
    expect(await listed({ sort: 'name', order: 'asc' }, as)).toEqual([two, three, one])
    const found = (search: string) => listed({ search, sort: 'name', order: 'asc' }, as)
    expect(await found('먹방')).toEqual([two, one])
    expect(await found(' 여행  먹 ')).toEqual([one])
    expect(await found('travel')).toEqual([two])
    expect(await found('旅')).toEqual([three])
    expect(await found('0%')).toEqual([one])
    expect(await found('1_0')).toEqual([])
    expect(await found(three)).toEqual([three])
    expect((await channels({ search: '먹방', size: 1 }, as)).total).toBe(2)
  }
})

test('after a channel that is no longer listed there is an empty page', async () => {
  await putFacts(api.db, [fact('2026-10-31', one, 'a', { revenueMicros: 2 }), fact('2026-10-31', three, 'b')])
  for (const as of [token, memberToken]) {
    const { nextCursor } = await channels({ size: 1, period: 'latest' }, as)
    expect(nextCursor).not.toBeNull()
    await putFacts(api.db, [fact('2026-11-01', three, 'c')])
    const page = await channels({ size: 1, period: 'latest', cursor: nextCursor ?? '' }, as)
    expect(page).toMatchObject({ total: 1, channels: [], nextCursor: null })
    await api.db.exec(`delete from report_current where day = '2026-11-01'`)
    await settle(api.db)
  }
})

test.each<Query>([
  { cursor: 'x' },
  { cursor: '' },
  { cursor: Buffer.from(JSON.stringify(['profit', 'asc', one])).toString('base64url') },
  { cursor: Buffer.from(JSON.stringify(['profit', 'desc', one, one])).toString('base64url') },
  { sort: 'date' },
  { order: 'up' },
  { period: 'ever' },
  { size: 0 },
  { size: 101 },
  { search: 'x'.repeat(101) },
])('a list asked for with %j is refused', async (query) => {
  const { status, body } = await api.call(listChannelFigures, { token, query })
  expect([status, body.fields?.[Object.keys(query)[0] ?? '']?.code]).toEqual([422, 'invalid'])
})

test('without data, or without a channel, there is no report and no error', async () => {
  expect(await channels()).toMatchObject({ range: null, total: 0, channels: [] })
  expect((await series({ channels: one })).report).toBeNull()
  await putFacts(api.db, [fact('2026-11-01', two, 'x')])
  expect(await channels({}, idleToken)).toMatchObject({ range: null, channels: [] })
  expect((await series({}, idleToken)).report).toBeNull()
  expect((await channels({}, memberToken)).channels).toEqual([])
})

test('a member’s shorts are unknown until the list of videos has been built for the same days', async () => {
  await putFacts(api.db, [fact('2026-11-01', one, '')])
  expect((await channels({}, memberToken)).channels[0]?.shorts).toBe(0)
  await api.db.query(`update network_periods set to_day = to_day - 1`)
  expect((await channels({ size: 50 }, memberToken)).channels[0]?.shorts).toBeNull()
})

test('another network sees its own channels and nothing else', async () => {
  await putSmallNetwork()
  const { channels: shown } = await channels({}, rivalToken)
  expect(shown.map(({ channelId, views }) => [channelId, views])).toEqual([[foreign, 7_000]])
  expect((await series({ channels: foreign }, rivalToken)).report?.other.views).toEqual([null, null, 0])
})

test('who asks for a member or a channel that is not theirs is refused', async () => {
  await putSmallNetwork()
  for (const endpoint of [listChannelFigures, readChannelSeries]) {
    const code = async (query: Query, as?: string) =>
      (await api.call(endpoint, { token: as, query: { channels: one, ...query } })).body.code
    expect(await code({})).toBe('unauthenticated')
    expect(await code({ member }, memberToken)).toBe('forbidden')
    for (const id of [rival, manager, 999_999]) expect(await code({ member: id }, token)).toBe('not_found')
    expect(await code({ member }, rivalToken)).toBe('not_found')
  }
  const refused = async (query: Query, as: string) =>
    (await api.call(readChannelSeries, { token: as, query })).body.code
  expect(await refused({ channels: foreign }, token)).toBe('not_found')
  expect(await refused({ channels: `${one},${channelNamed('nobodys')}` }, token)).toBe('not_found')
  expect(await refused({ channels: two, member }, token)).toBe('not_found')
  expect(await refused({ channels: `${one},${two}` }, memberToken)).toBe('not_found')
  expect(await refused({ channels: one }, idleToken)).toBe('not_found')
  expect(await refused({ channels: one }, rivalToken)).toBe('not_found')
})

const tooMany = Array.from({ length: 31 }, (_, at) => channelNamed(String(at))).join()

test.each<Query>([{ channels: '' }, { channels: `${one},` }, { channels: 'a b' }, { channels: tooMany }])(
  'a series of too many channels or of none that could be (%#) is refused',
  async (query) => {
    const { status, body } = await api.call(readChannelSeries, { token, query })
    expect([status, body.fields?.channels?.code]).toEqual([422, 'invalid'])
  },
)

test('figures that change while they are read are read again', async () => {
  await putFacts(api.db, [fact('2026-11-01', one, 'a', { views: 1 })])
  let changed = false
  const query: typeof api.db.query = async (text, values) => {
    if (!changed && text.includes('from channel_daily')) {
      changed = true
      await putFacts(api.db, [fact('2026-11-01', one, 'a', { views: 2 })], 'second')
    }
    return api.db.query(text, values)
  }
  const other = await startApi({ ...api.db, query })
  const page = await other.ask(listChannelFigures, { token: memberToken })
  expect([changed, page.channels[0]?.views]).toEqual([true, 3])
})
