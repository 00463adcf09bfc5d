// @module-tag extended
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { channelSorts, listChannelFigures, readChannelSeries } from '#contract/reports/channel-report.ts'
import {
  createAccount,
  createChannel,
  createSite,
  insertAssignment,
  signIn,
} from '#tests/support/accounts.ts'
import { type Api, startApi } from '#tests/support/api.ts'
import { channelIdFor, type Fact, insertFacts, rebuildFigures, videoIdFor } from '#tests/support/facts.ts'
import { interceptStatements } from '#tests/support/intercept-statements.ts'
import { execRaw, queryRaw } from '#tests/support/raw-sql.ts'

let api: Api
let manager: number
let member: number
let rival: number
let token: string
let memberToken: string
let idleToken: string
let rivalToken: string
const channelOne = channelIdFor('one')
const channelTwo = channelIdFor('two')
const channelThree = channelIdFor('three')
const unverified = channelIdFor('unverified')
const foreign = channelIdFor('foreign')
const picture = 'https://example.test/one.jpg'

beforeAll(async () => {
  api = await startApi()
  const site = await createSite(api.db)
  manager = await createAccount(api.db, site, 'boss@example.test')
  member = await createAccount(api.db, site, 'member@example.test', manager)
  await createAccount(api.db, site, 'idle@example.test', manager)
  rival = await createAccount(api.db, site, 'rival@example.test')
  await insertAssignment(api.db, await createChannel(api.db, manager, channelOne), member)
  await createChannel(api.db, manager, channelTwo, { earnsFrom: '2026-09-10' })
  await insertAssignment(api.db, await createChannel(api.db, manager, channelThree), member)
  await createChannel(api.db, manager, unverified, { verification: 'verifying' })
  await createChannel(api.db, rival, foreign)
  await queryRaw(api.db, 'update channels set thumbnail = $1 where channel_id = $2', [picture, channelOne])
  token = await signIn(api, 'boss@example.test')
  memberToken = await signIn(api, 'member@example.test')
  idleToken = await signIn(api, 'idle@example.test')
  rivalToken = await signIn(api, 'rival@example.test')
})
afterAll(() => api.close())
afterEach(async () => {
  await execRaw(
    api.db,
    `delete from activity_facts; delete from revenue_facts; delete from report_current; delete from report_loads;
    delete from exchange_rates; delete from fee_rates`,
  )
  await execRaw(api.db, `update channels set name = 'Channel ____'`)
  await queryRaw(
    api.db,
    'delete from assignments where registration_id in (select registration_id from channels where channel_id = $1)',
    [channelTwo],
  )
  await rebuildFigures(api.db)
})

type Query = Record<string, string | number>
const listFigures = (query: Query = {}, as = token) => api.call(listChannelFigures, { token: as, query })
const readSeries = (query: Query, as = token) => api.call(readChannelSeries, { token: as, query })

const buildFact = (day: string, channelId: string, video: string, figures: Partial<Fact> = {}): Fact => ({
  day,
  channelId,
  videoId: video && videoIdFor(video),
  country: 'KR',
  views: 0,
  premiumViews: 0,
  revenueMicros: 0,
  premiumRevenueMicros: 0,
  ...figures,
})

const insertRates = () =>
  queryRaw(api.db, `insert into exchange_rates values ('2026-11-01', 1400500000), ('2026-11-02', 1387654321)`)

const insertFees = () =>
  queryRaw(
    api.db,
    `insert into fee_rates (account_id, from_day, permille) values ($1, '2026-09-15', 125), ($1, '2026-11-02', 333)`,
    [member],
  )

/** Inserts three days of November, the second without any facts, and one day to compare with. */
async function insertSmallNetwork(): Promise<void> {
  await insertRates()
  await insertFees()
  await insertFacts(api.db, [
    buildFact('2026-10-01', channelTwo, 'x', { views: 9, revenueMicros: 10 }),
    buildFact('2026-11-01', channelOne, 'a', {
      views: 100,
      premiumViews: 7,
      revenueMicros: 1_000_000,
      premiumRevenueMicros: 100,
    }),
    buildFact('2026-11-01', channelOne, 'b', { views: 20, revenueMicros: 1 }),
    buildFact('2026-11-03', channelOne, 'a', { views: 3, revenueMicros: 1 }),
    buildFact('2026-11-03', channelOne, '', { views: 1 }),
    buildFact('2026-11-03', channelTwo, 'x', { views: 40, revenueMicros: 1 }),
    buildFact('2026-11-03', unverified, 'y', { views: 500, revenueMicros: 500 }),
    buildFact('2026-11-03', foreign, 'z', { views: 7_000, revenueMicros: 7_000 }),
  ])
}

// Computed by hand. Channel one: 1,000,001 micros × 1.4005 = 1,400,501.4 → 1,400,501, and on the 3rd 1 × 1.3877 → 1.
// Its net: less 12.5 % (175,062.6 → 175,063) = 1,225,438, and less 33.3 % of 1 (0.3 → 0) = 1. Channel two: 1 → 1.
// Premium: 100 × 1.4005 = 140.05 → 140, less 17.5 → 18 = 122. The network's 3rd: 2 × 1.3877 = 2.8 → 3, one more than
// its channels.
const commonFigures = {
  channelId: channelOne,
  name: 'Channel ____',
  thumbnail: picture,
  views: 124,
  premiumViews: 7,
  shorts: 2,
  tags: [],
}

const secondFigures = {
  channelId: channelTwo,
  name: 'Channel ____',
  thumbnail: null,
  views: 40,
  premiumViews: 0,
  grossProfit: 1,
  grossPremiumProfit: 0,
  netProfit: null,
  netPremiumProfit: null,
  tags: [],
  shorts: 1,
}

test('the manager of a small network sees each channel, the highest profit first', async () => {
  await insertSmallNetwork()
  expect(await listFigures()).toMatchObject({
    currency: 'KRW',
    range: { from: '2026-11-01', to: '2026-11-03' },
    total: 2,
    channels: [
      {
        ...commonFigures,
        grossProfit: 1_400_502,
        grossPremiumProfit: 140,
        netProfit: null,
        netPremiumProfit: null,
      },
      secondFigures,
    ],
    nextCursor: null,
  })
})

test('a member sees the own channels net of the fee of each day, the manager who chose the member both', async () => {
  await insertSmallNetwork()
  expect(await listFigures({}, memberToken)).toMatchObject({
    total: 1,
    channels: [
      {
        ...commonFigures,
        grossProfit: null,
        grossPremiumProfit: null,
        netProfit: 1_225_439,
        netPremiumProfit: 122,
      },
    ],
  })
  expect((await listFigures({ member })).channels).toEqual([
    {
      ...commonFigures,
      previous: { grossProfit: 0, netProfit: 0 },
      members: ['member'],
      grossProfit: 1_400_502,
      grossPremiumProfit: 140,
      netProfit: 1_225_439,
      netPremiumProfit: 122,
    },
  ])
})

test('a series has the channels in the order asked for and all others together; a day without reports is a gap', async () => {
  await insertSmallNetwork()
  expect((await readSeries({ channels: `${channelTwo},${channelOne},${channelTwo}` })).report).toEqual({
    range: { from: '2026-11-01', to: '2026-11-03' },
    days: ['2026-11-01', '2026-11-02', '2026-11-03'],
    incompleteDays: ['2026-11-02'],
    channels: [
      {
        channelId: channelTwo,
        name: 'Channel ____',
        views: [0, null, 40],
        grossProfit: [0, null, 1],
        netProfit: null,
      },
      {
        channelId: channelOne,
        name: 'Channel ____',
        views: [120, null, 4],
        grossProfit: [1_400_501, null, 1],
        netProfit: null,
      },
    ],
    other: { views: [0, null, 0], grossProfit: [0, null, 0], netProfit: null },
  })
  expect((await readSeries({ channels: channelTwo })).report?.other).toEqual({
    views: [120, null, 4],
    grossProfit: [1_400_501, null, 1],
    netProfit: null,
  })
  expect((await readSeries({ channels: unverified })).report).toMatchObject({
    channels: [{ views: [0, null, 0] }],
    other: { views: [120, null, 44], grossProfit: [1_400_501, null, 3], netProfit: null },
  })
})

test('a member’s series is net and holds nothing of others; the manager’s for the member is gross', async () => {
  await insertSmallNetwork()
  expect((await readSeries({ channels: channelThree }, memberToken)).report).toMatchObject({
    channels: [{ channelId: channelThree, views: [0, null, 0], grossProfit: null, netProfit: [0, null, 0] }],
    other: { views: [120, null, 4], grossProfit: null, netProfit: [1_225_438, null, 1] },
  })
  expect((await readSeries({ channels: channelThree, member })).report?.other.grossProfit).toEqual([
    1_400_501,
    null,
    1,
  ])
})

test('unasked, a series shows the five channels with the highest profit that the caller sees', async () => {
  await insertSmallNetwork()
  const shown = async (query: Query, as?: string) =>
    (await readSeries(query, as)).report?.channels.map(({ channelId }) => channelId)
  expect(await shown({})).toEqual([channelOne, channelTwo])
  expect(await shown({}, memberToken)).toEqual([channelOne])
  expect(await shown({ member })).toEqual([channelOne])
  const more = [...'abcdef'].map(channelIdFor)
  for (const channelId of more) await createChannel(api.db, manager, channelId)
  await insertFacts(
    api.db,
    more.map((channelId, at) => buildFact('2026-11-03', channelId, 'm', { revenueMicros: 9_000_000 + at })),
    'second',
  )
  expect(await shown({})).toEqual(more.slice(1).reverse())
  await queryRaw(api.db, 'delete from channels where channel_id = any($1)', [more])
})

const listAllIds = async (query: Query, as = token) => {
  const ids: string[] = []
  let cursor: string | null = null
  do {
    const page: Awaited<ReturnType<typeof listFigures>> = await listFigures(
      { size: 1, ...query, ...(cursor !== null && { cursor }) },
      as,
    )
    ids.push(...page.channels.map(({ channelId }) => channelId))
    cursor = page.nextCursor
  } while (cursor !== null)
  return ids
}

test('ties are in the order of the ids, the same way as the rest, whoever asks', async () => {
  await assignAllChannels()
  await insertFacts(
    api.db,
    [channelTwo, channelThree, channelOne].map((id) =>
      buildFact('2026-11-01', id, 'x', { revenueMicros: 5 }),
    ),
  )
  for (const as of [token, memberToken]) {
    for (const sort of channelSorts) {
      expect(await listAllIds({ sort, order: 'asc' }, as)).toEqual([channelOne, channelThree, channelTwo])
      // A row without views has no price, and rows without a value come last in a single order.
      const hasNoValues =
        ['price', 'premiumRate', 'premiumPrice', 'change'].includes(sort) ||
        (sort === 'members' && as === memberToken)
      const back = hasNoValues
        ? [channelOne, channelThree, channelTwo]
        : [channelTwo, channelThree, channelOne]
      expect(await listAllIds({ sort, order: 'desc' }, as)).toEqual(back)
    }
  }
})

const assignAllChannels = () =>
  queryRaw(
    api.db,
    `insert into assignments (registration_id, account_id)
    select registration_id, $1 from channels where channel_id = $2
    on conflict do nothing`,
    [member, channelTwo],
  )

test('channels without views come last, and a search finds words of the name or the id', async () => {
  await assignAllChannels()
  await insertFacts(api.db, [
    buildFact('2026-11-01', channelOne, 'x', { views: 10, revenueMicros: 90 }),
    buildFact('2026-11-01', channelTwo, 'y', { revenueMicros: 900 }),
    buildFact('2026-11-01', channelThree, 'z', { views: 10, revenueMicros: 50 }),
  ])
  const rename = (channelId: string, name: string) =>
    queryRaw(api.db, 'update channels set name = $2 where channel_id = $1', [channelId, name])
  await rename(channelOne, '먹방 여행 100%')
  await rename(channelTwo, 'ＴＲＡＶＥＬ 먹방')
  await rename(channelThree, '旅行 1000')
  await rebuildFigures(api.db)
  for (const as of [token, memberToken]) {
    expect(await listAllIds({ sort: 'price', order: 'desc' }, as)).toEqual([
      channelOne,
      channelThree,
      channelTwo,
    ])
    expect(await listAllIds({ sort: 'price', order: 'asc' }, as)).toEqual([
      channelThree,
      channelOne,
      channelTwo,
    ])
    expect(await listAllIds({ sort: 'name', order: 'asc' }, as)).toEqual([
      channelTwo,
      channelThree,
      channelOne,
    ])
    const found = (search: string) => listAllIds({ search, sort: 'name', order: 'asc' }, as)
    expect(await found('먹방')).toEqual([channelTwo, channelOne])
    expect(await found(' 여행  먹 ')).toEqual([channelOne])
    expect(await found('travel')).toEqual([channelTwo])
    expect(await found('旅')).toEqual([channelThree])
    expect(await found('0%')).toEqual([channelOne])
    expect(await found('1_0')).toEqual([])
    expect(await found(channelThree)).toEqual([channelThree])
    expect((await listFigures({ search: '먹방', size: 1 }, as)).total).toBe(2)
  }
})

test('a cursor is refused once the list has changed', async () => {
  await insertFacts(api.db, [
    buildFact('2026-10-31', channelOne, 'a', { revenueMicros: 2 }),
    buildFact('2026-10-31', channelThree, 'b'),
  ])
  for (const as of [token, memberToken]) {
    const { nextCursor } = await listFigures({ size: 1, period: 'latest' }, as)
    expect(nextCursor).not.toBeNull()
    await insertFacts(api.db, [buildFact('2026-11-01', channelThree, 'c')])
    const query = { size: 1, period: 'latest', cursor: nextCursor ?? '' }
    const reply = await api.request(listChannelFigures, { token: as, query })
    expect([reply.status, reply.body.code]).toEqual([409, 'list_changed'])
    await execRaw(api.db, `delete from report_current where day = '2026-11-01'`)
    await rebuildFigures(api.db)
  }
})

test.each<Query>([
  { cursor: 'x' },
  { cursor: '' },
  { cursor: Buffer.from(JSON.stringify(['profit', 'asc', channelOne])).toString('base64url') },
  { cursor: Buffer.from(JSON.stringify(['profit', 'desc', channelOne, channelOne])).toString('base64url') },
  { sort: 'date' },
  { order: 'up' },
  { period: 'ever' },
  { size: 0 },
  { size: 101 },
  { search: 'x'.repeat(101) },
])('a list asked for with %j is refused', async (query) => {
  const { status, body } = await api.request(listChannelFigures, { token, query })
  expect([status, body.fields?.[Object.keys(query)[0] ?? '']?.code]).toEqual([422, 'invalid'])
})

test('without data, or without a channel, there is no report and no error', async () => {
  expect(await listFigures()).toMatchObject({ range: null, total: 0, channels: [] })
  expect((await readSeries({ channels: channelOne })).report).toBeNull()
  await insertFacts(api.db, [buildFact('2026-11-01', channelTwo, 'x')])
  expect(await listFigures({}, idleToken)).toMatchObject({ range: null, channels: [] })
  expect((await readSeries({}, idleToken)).report).toBeNull()
  expect((await listFigures({}, memberToken)).channels).toEqual([])
})

test('a member’s shorts are unknown until the list of videos has been built for the same days', async () => {
  await insertFacts(api.db, [buildFact('2026-11-01', channelOne, '')])
  expect((await listFigures({}, memberToken)).channels[0]?.shorts).toBe(0)
  await queryRaw(api.db, `update network_periods set to_day = to_day - 1`)
  expect((await listFigures({ size: 50 }, memberToken)).channels[0]?.shorts).toBeNull()
})

test('another network sees its own channels and nothing else', async () => {
  await insertSmallNetwork()
  const { channels: shown } = await listFigures({}, rivalToken)
  expect(shown.map(({ channelId, views }) => [channelId, views])).toEqual([[foreign, 7_000]])
  expect((await readSeries({ channels: foreign }, rivalToken)).report?.other.views).toEqual([null, null, 0])
})

test('who asks for a member or a channel that is not theirs is refused', async () => {
  await insertSmallNetwork()
  for (const endpoint of [listChannelFigures, readChannelSeries]) {
    const code = async (query: Query, as?: string) =>
      (await api.request(endpoint, { token: as, query: { channels: channelOne, ...query } })).body.code
    expect(await code({})).toBe('unauthenticated')
    expect(await code({ member }, memberToken)).toBe('forbidden')
    for (const id of [rival, manager, 999_999]) expect(await code({ member: id }, token)).toBe('not_found')
    expect(await code({ member }, rivalToken)).toBe('not_found')
  }
  const refused = async (query: Query, as: string) =>
    (await api.request(readChannelSeries, { token: as, query })).body.code
  expect(await refused({ channels: foreign }, token)).toBe('not_found')
  expect(await refused({ channels: `${channelOne},${channelIdFor('nobodys')}` }, token)).toBe('not_found')
  expect(await refused({ channels: channelTwo, member }, token)).toBe('not_found')
  expect(await refused({ channels: `${channelOne},${channelTwo}` }, memberToken)).toBe('not_found')
  expect(await refused({ channels: channelOne }, idleToken)).toBe('not_found')
  expect(await refused({ channels: channelOne }, rivalToken)).toBe('not_found')
})

const tooMany = Array.from({ length: 31 }, (_, at) => channelIdFor(String(at))).join()

test.each<Query>([
  { channels: '' },
  { channels: `${channelOne},` },
  { channels: 'a b' },
  { channels: tooMany },
])('a series of too many channels or of none that could be (%#) is refused', async (query) => {
  const { status, body } = await api.request(readChannelSeries, { token, query })
  expect([status, body.fields?.channels?.code]).toEqual([422, 'invalid'])
})

test('figures that change while they are read are read again', async () => {
  await insertFacts(api.db, [buildFact('2026-11-01', channelOne, 'a', { views: 1 })])
  let changed = false
  const intercepted = interceptStatements(api.db, async (text, run) => {
    if (!changed && text.includes('from channel_daily')) {
      changed = true
      await insertFacts(api.db, [buildFact('2026-11-01', channelOne, 'a', { views: 2 })], 'second')
    }
    return run()
  })
  const other = await startApi({ ...api.db, ...intercepted })
  const page = await other.call(listChannelFigures, { token: memberToken })
  expect([changed, page.channels[0]?.views]).toEqual([true, 3])
})
